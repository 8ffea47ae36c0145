"""The committed results: intact, made by the catalogue, shown as they are in site and README."""

import re
import shlex
import shutil
import sys

import pytest
import result_pages
import result_text
from documents import DOCS, ROOT, SITE
from sphinx.testing.util import SphinxTestApp

from intrigue.cli.main import main
from intrigue.experiments.catalogue import EXPERIMENTS
from intrigue.experiments.runner import Result, Table, draw

DATA = DOCS / "results" / "data"
NAMES = sorted(path.stem for path in DATA.glob("*.json"))
# What parsers use of Sphinx is not ours to change.
ignore_sphinx = pytest.mark.filterwarnings("ignore:.*Check CHANGES for Sphinx API modifications")
SMALL_SITE = """extensions = ["myst_nb", "result_pages"]"""


@pytest.mark.parametrize("name", NAMES)
def test_a_committed_result_is_whole_and_drawn_from_its_tables(name, tmp_path):
    result = Result.load(DATA / f"{name}.json")
    assert result.experiment == name
    assert result.title == EXPERIMENTS[name].title
    for table in result.tables:
        assert table.rows
        assert {len(row) for row in table.rows} == {len(table.columns)}
    draw(EXPERIMENTS[name], result, tmp_path)
    assert (tmp_path / f"{name}.svg").is_file()


@pytest.mark.parametrize("name", NAMES)
def test_the_command_of_a_page_asks_for_the_settings_of_its_result(name, monkeypatch, tmp_path):
    """The command line itself is parsed by the program; only the run is left out."""
    result = Result.load(DATA / f"{name}.json")
    asked = []

    def note(experiment, settings, seed, *rest):
        asked.append((experiment.name, settings, seed))
        return result

    monkeypatch.setattr("intrigue.experiments.runner.run", note)
    line = result_text.command(result, EXPERIMENTS[name])
    monkeypatch.setattr(sys, "argv", [*shlex.split(line), "--output", str(tmp_path)])
    with pytest.raises(SystemExit) as end:
        main()
    assert not end.value.code
    assert asked == [(name, result.settings, result.seed)]


def test_commands_for_quick_and_for_changed_settings():
    experiment = EXPERIMENTS["strength-cunning-folk"]

    def line(settings):
        result = Result(experiment.name, experiment.title, settings, 3, [])
        return result_text.command(result, experiment)

    assert line(experiment.full) == "intrigue experiment strength-cunning-folk --seed 3"
    assert line(experiment.quick).endswith(" --quick")
    changed = {**experiment.full, "budgets": [5, 50]}
    assert line(changed).endswith(" --seed 3 --sweep budgets=5,50")


@pytest.mark.parametrize(
    ("value", "share", "shown"),
    [
        (0.268229, True, "26.82 %"),
        (1.0, True, "100 %"),
        (0.999999, True, "> 99.99 %"),
        (7.8353e-05, True, "0.007835 %"),
        (0, True, "0 %"),
        (66611, False, "66,611"),
        (6.2829, False, "6.283"),
        (4.04, False, "4.040"),
        (1234.5, False, "1,234"),
        (None, True, ""),
        (True, False, "yes"),
        ([100, "random"], False, "100, random"),
        ("ismcts:100,variant=so", False, "`ismcts:100,variant=so`"),
        ("roy_des_ribauds(copies=1)", False, "`roy_des_ribauds(copies=1)`"),
        ("(silent)", False, "(silent)"),
        ("a|b", False, "a\\|b"),
    ],
)
def test_cells(value, share, shown):
    assert result_text.cell(value, share) == shown


def test_a_share_is_known_by_its_column_and_an_interval_by_what_it_is_about():
    columns = ["win rate", "low", "high", "mean score", "low", "high", "win"]
    table = Table("t", "", columns, [[0.5, 0.4, 0.6, 0.9, 0.8, 1.0, 2.0]])
    assert result_text.shares_of(table) == [True, True, True, False, False, False, False]


@pytest.fixture
def small_site(tmp_path):
    """Return a function that builds a one-page site with two results in it."""
    source = tmp_path / "source"
    data = source / "results" / "data"
    data.mkdir(parents=True)
    (source / "conf.py").write_text(SMALL_SITE, encoding="utf-8")
    for name in ("emissary-campaign", "emissary-hands"):
        for ending in (".json", ".svg", ".png"):
            shutil.copy(DATA / (name + ending), data)

    def build(page):
        (source / "results" / "index.md").write_text(page, encoding="utf-8")
        (source / "index.md").write_text(
            "# Site\n\n```{toctree}\nresults/index\n```\n", encoding="utf-8"
        )
        app = SphinxTestApp("html", srcdir=source, builddir=tmp_path / "out", freshenv=True)
        try:
            app.build()
            return (app.outdir / "results" / "index.html").read_text(), app.warning.getvalue()
        finally:
            app.cleanup()

    build.data, build.pages = data, source / "results" / "pages"
    build.out = tmp_path / "out" / "html" / "results" / "pages"
    return build


PAGE = "# Results\n\n```{results}\n```\n"


@ignore_sphinx
def test_each_result_has_its_page_and_long_tables_are_cut(small_site):
    html, warnings = small_site(PAGE)
    assert not warnings
    assert 'href="pages/emissary-hands.html"' in html
    long = (small_site.out / "emissary-campaign.html").read_text(encoding="utf-8")
    assert "0.007835 %" in long
    assert "The first 60 of 315 rows" in long
    assert re.search(r'href="[^"]*_downloads/[^"]*emissary-campaign\.json"', long)
    (small_site.data / "emissary-campaign.json").unlink()
    html, warnings = small_site(PAGE)
    assert "emissary-campaign" not in html
    assert [path.stem for path in small_site.pages.iterdir()] == ["emissary-hands"]


@ignore_sphinx
def test_a_site_without_results_builds(small_site):
    shutil.rmtree(small_site.data)
    html, warnings = small_site(PAGE)
    assert not warnings
    assert "No result is committed." in html


@ignore_sphinx
def test_a_table_that_is_not_there_is_told_with_those_that_are(small_site):
    page = PAGE + "\n```{result} emissary-hands middle\n```\n\n```{result} nothing middle\n```\n"
    _, warnings = small_site(page)
    assert "no table 'middle' of a result 'emissary-hands'; it has means, extremes" in warnings
    assert "there are emissary-campaign, emissary-hands" in warnings


@ignore_sphinx
def test_a_damaged_result_stops_the_build(small_site):
    path = small_site.data / "emissary-hands.json"
    path.write_text(path.read_text(encoding="utf-8").replace("0.26", "0.36", 1), encoding="utf-8")
    with pytest.raises(Exception, match=r"emissary-hands\.json is damaged"):
        small_site(PAGE)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda data: (data / "emissary-hands.svg").unlink(), r"has no emissary-hands\.svg"),
        (
            lambda data: (data / "emissary-hands.json").rename(data / "other.json"),
            "other.json holds the result of 'emissary-hands'",
        ),
    ],
)
def test_what_does_not_belong_together_is_refused(small_site, change, message):
    change(small_site.data)
    with pytest.raises(ValueError, match=message):
        result_pages.load_results(small_site.data.parents[1])


def test_tables_in_the_pages_are_of_committed_results():
    shown = [
        reference
        for page in SITE
        for reference in re.findall(r"^```\{result\} (\S+) (\S+)", page.read_text("utf-8"), re.M)
    ]
    assert shown
    for name, table in shown:
        result = Result.load(DATA / f"{name}.json")
        assert table in [found.name for found in result.tables]


def value(name, table, column, *key):
    """Return a value of a committed result; `key` is how its row begins."""
    tables = {found.name: found for found in Result.load(DATA / f"{name}.json").tables}
    (row,) = [row for row in tables[table].rows if row[: len(key)] == list(key)]
    return row[tables[table].columns.index(column)]


def test_the_numbers_in_the_readme_are_those_of_the_results():
    best = value("emissary-hands", "means", "best trump", "none", 3)
    bare = value("emissary-campaign", "campaign", "win", "none", "random")
    hearts = value("emissary-campaign", "campaign", "win", "hearts", "random")
    diamonds = value("emissary-campaign", "campaign", "win", "hearts+diamonds", "random")
    text = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    for sentence in (
        f"wins exactly three debates with {result_text.percent(best)} on average",
        f"is won with {result_text.percent(bare)} under best play without advisors, "
        f"and with {result_text.percent(hearts)} with the Jack of hearts",
        f"the Jack of diamonds beside it makes that {result_text.percent(diamonds)}",
    ):
        assert sentence in text
