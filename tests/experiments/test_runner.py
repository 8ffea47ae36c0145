"""Running experiments: the same result however it was run, resumed, checked when read."""

import json
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from intrigue.experiments import runner
from intrigue.experiments.catalogue import EXPERIMENTS
from intrigue.experiments.runner import Experiment, Result, Table, _kept_items, run
from intrigue.experiments.settings import Setting, bot_words, like, real, whole

CALLS = Counter()


def items(settings, seed):
    return [{"number": n, "seed": seed} for n in range(settings["count"])]


def work(item):
    CALLS[item["number"]] += 1
    rng = np.random.default_rng([item["seed"], item["number"]])
    return {"value": float(rng.random())}


def stopping_work(item):
    if item["number"] == 3:
        raise KeyboardInterrupt
    return work(item)


def tables(settings, outcomes):
    return [Table("values", "made up", ["value"], [[outcome["value"]] for outcome in outcomes])]


def plot(found, figure):
    figure.subplots().plot([row[0] for row in found[0].rows])


def made_up(do=work):
    return Experiment(
        "made-up", "a test", {"count": Setting(whole(), 2, 6)}, items, do, tables, plot
    )


def test_result_plots_and_what_made_it(tmp_path):
    result = run(made_up(), {"count": 6}, 5, tmp_path)
    assert Result.load(tmp_path / "made-up.json") == result
    assert result.made_with["packages"]["intrigue"]
    assert (tmp_path / "made-up.svg").read_text().startswith("<?xml")
    assert (tmp_path / "made-up.png").read_bytes().startswith(b"\x89PNG")
    assert not list(tmp_path.glob("*.parts"))


def test_workers_change_nothing(tmp_path):
    one = run(made_up(), {"count": 6}, 5, tmp_path / "one")
    two = run(made_up(), {"count": 6}, 5, tmp_path / "two", workers=2)
    assert one.tables == two.tables
    assert one.tables != run(made_up(), {"count": 6}, 6, tmp_path / "three").tables


def test_an_interrupted_run_goes_on_where_it_was(tmp_path):
    whole = run(made_up(), {"count": 6}, 5, tmp_path / "whole")
    with pytest.raises(KeyboardInterrupt):
        run(made_up(stopping_work), {"count": 6}, 5, tmp_path)
    (kept,) = tmp_path.glob("made-up.*.parts")
    with kept.open("a", encoding="utf-8") as file:
        file.write('[4, {"val')  # a line torn by a kill
    CALLS.clear()
    assert run(made_up(), {"count": 6}, 5, tmp_path).tables == whole.tables
    assert sorted(CALLS) == [3, 4, 5]


def test_damaged_kept_items_are_named(tmp_path):
    with pytest.raises(KeyboardInterrupt):
        run(made_up(stopping_work), {"count": 6}, 5, tmp_path)
    (kept,) = tmp_path.glob("made-up.*.parts")
    lines = kept.read_bytes().splitlines(keepends=True)
    kept.write_bytes(b"".join([*lines[:2], b"\xff\xfe\n", *lines[2:]]))
    with pytest.raises(ValueError, match=r"made-up\..*\.parts is damaged in line 3"):
        run(made_up(), {"count": 6}, 5, tmp_path)


def test_files_of_others_are_not_replaced(tmp_path):
    for name in ("made-up.json", "made-up.svg"):
        folder = tmp_path / f"with {name}"
        folder.mkdir()
        (folder / name).write_text('{"mine": 1}')
        with pytest.raises(ValueError, match=f"{name} is there already and is no"):
            run(made_up(), {"count": 2}, 5, folder)
        assert (folder / name).read_text() == '{"mine": 1}'
        assert [path.name for path in folder.iterdir()] == [name]
    run(made_up(), {"count": 2}, 5, tmp_path)
    (tmp_path / "made-up.json").unlink()
    run(made_up(), {"count": 2}, 5, tmp_path)  # its own pictures are known without the result


def test_two_runs_do_not_write_to_one_log(tmp_path):
    refused = pytest.raises(ValueError, match="another run of this experiment is writing to")
    with _kept_items(tmp_path, made_up(), {"count": 2}, 5), refused:
        run(made_up(), {"count": 2}, 5, tmp_path)
    run(made_up(), {"count": 2}, 5, tmp_path)


def test_kept_items_of_other_settings_do_not_count(tmp_path):
    with pytest.raises(KeyboardInterrupt):
        run(made_up(stopping_work), {"count": 6}, 5, tmp_path)
    CALLS.clear()
    run(made_up(), {"count": 6}, 6, tmp_path)
    assert len(CALLS) == 6


def test_runs_of_other_settings_leave_each_other_alone(tmp_path):
    with pytest.raises(KeyboardInterrupt):
        run(made_up(stopping_work), {"count": 6}, 5, tmp_path)
    run(made_up(), {"count": 2}, 5, tmp_path)
    assert len(list(tmp_path.glob("*.parts"))) == 1
    kept = (tmp_path / "made-up.json").read_bytes()
    for settings, seed in (({"count": 6}, 5), ({"count": 2}, 6)):
        with pytest.raises(ValueError, match="other settings or another seed"):
            run(made_up(), settings, seed, tmp_path)
    assert (tmp_path / "made-up.json").read_bytes() == kept
    run(made_up(), {"count": 2}, 5, tmp_path)  # the same again is no harm


def test_a_result_knows_the_rules_of_its_games_and_says_when_they_are_others(tmp_path, monkeypatch):
    def with_game(settings, seed):
        return [{**item, "game": "kuhn_poker"} for item in items(settings, seed)]

    experiment = replace(made_up(), items=with_game)
    rules = run(experiment, {"count": 2}, 5, tmp_path).made_with["rules"]
    assert list(rules) == ["kuhn_poker"]
    assert rules["kuhn_poker"].startswith("OpenSpiel ")
    run(experiment, {"count": 2}, 5, tmp_path)  # the same rules: nothing to say
    monkeypatch.setattr(runner, "game_identity", lambda game: "other rules")
    with pytest.warns(UserWarning, match=r"other rules of kuhn_poker: .* not compare"):
        run(experiment, {"count": 2}, 5, tmp_path)


def test_a_damaged_result_is_named(tmp_path):
    run(made_up(), {"count": 2}, 0, tmp_path)
    path = tmp_path / "made-up.json"
    path.write_text(path.read_text().replace("0.", "1.", 1))
    with pytest.raises(ValueError, match="damaged"):
        Result.load(path)


@pytest.mark.parametrize("given", [{"colour": 1}, {"count": "many"}, {"count": 1.5}])
def test_wrong_settings_are_refused_in_one_line(given):
    with pytest.raises(ValueError, match=r"^[^\n]+$"):
        made_up().with_settings(quick=True, given=given)


@pytest.mark.parametrize("name", list(EXPERIMENTS))
def test_every_experiment_lists_its_work_and_takes_its_own_settings(name):
    experiment = EXPERIMENTS[name]
    assert experiment.quick.keys() == experiment.full.keys()
    for settings in (experiment.quick, experiment.full):
        listed = experiment.items(settings, 1)
        assert listed
        assert json.loads(json.dumps(listed)) == listed
    assert experiment.with_settings(False, dict(experiment.quick)) == experiment.quick


@pytest.mark.parametrize("name", list(EXPERIMENTS))
def test_quick_runs(name, tmp_path):
    experiment = EXPERIMENTS[name]
    result = run(experiment, experiment.quick, 1, tmp_path)
    assert Result.load(tmp_path / f"{name}.json") == result
    assert (tmp_path / f"{name}.svg").exists()
    for table in result.tables:
        assert table.rows
        assert {len(row) for row in table.rows} == {len(table.columns)}
        numbers = [value for row in table.rows for value in row if isinstance(value, float)]
        assert np.isfinite(numbers).all()


@pytest.mark.parametrize("name", ["strength-cunning-folk", "emissary-foresight"])
def test_an_experiment_is_the_same_with_more_workers_and_on_a_cluster(name, tmp_path):
    from distributed import LocalCluster

    experiment = EXPERIMENTS[name]
    alone = run(experiment, experiment.quick, 1, tmp_path / "one")
    assert run(experiment, experiment.quick, 1, tmp_path / "two", workers=2).tables == alone.tables
    with LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None
    ) as cluster:
        there = run(
            experiment, experiment.quick, 1, tmp_path / "there", cluster=cluster.scheduler_address
        )
    assert there.tables == alone.tables


def settings_experiment():
    settings = {
        "count": Setting(whole(), 2, 2),
        "target": Setting(real(), 1e-3, 1e-3),
        "budgets": Setting(whole(1), [20, 80], [20, 80]),
        "p_cards": Setting(like(True), [True], [True]),
        "bots": Setting(bot_words(), ["thumb"], ["thumb"]),
    }
    return Experiment("made-up", "a test", settings, items, work, tables, plot)


def test_settings_are_of_the_usual_kind():
    given = {"target": 1, "budgets": 5, "cards": False, "bots": ["random", "thumb"]}
    settings = settings_experiment().with_settings(True, given)
    assert settings == {
        "count": 2, "target": 1.0, "budgets": [5], "p_cards": [False], "bots": ["random", "thumb"],
    }  # fmt: skip
    assert type(settings["target"]) is float


@pytest.mark.parametrize(
    "given",
    [
        {"count": 2.5}, {"count": "two"}, {"count": -1}, {"count": True}, {"count": [1, 2]},
        {"target": float("nan")}, {"target": float("inf")}, {"target": -1e-3},
        {"budgets": [5, "x"]}, {"budgets": [5, 0]}, {"cards": 1}, {"bots": 3}, {"none": 1},
        {"bots": "thumbs"}, {"bots": "ismcts:x"}, {"bots": []},
    ],
)  # fmt: skip
def test_settings_of_another_kind_are_refused_in_one_line(given):
    with pytest.raises(ValueError, match="setting") as error:
        settings_experiment().with_settings(True, given)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("name", "setting", "value"),
    [
        *(("emissary-campaign", "advisors", v) for v in ("clubs", '""', "none ", "Hearts", 3)),
        *(("emissary-jacks", "jacks", v) for v in ("hh", "x", "", "None", True)),
        *(("emissary-campaign-check", "rulers", v)
          for v in ("c", "ccc.....", "........", "c........", "C.......", 5)),
        *(("emissary-players", "players", v) for v in ("exact:0", "exact:x", "thumb ")),
        *(("strength-cunning-folk", "methods", v) for v in ("", "SO", "all")),
        *(("strength-cunning-folk", "game", v) for v in ("kuhn_poker", "cunning-fol", 7)),
        *(("equilibria", "algorithm", v) for v in ("CFR+", "magic", "", 1)),
        *(("equilibria", "games", v) for v in ("kuhn_poker", "nope", "python_cunning_folk(x=1)")),
        *(("full-cunning-folk", "sampling", v) for v in ("inner", "Outcome")),
        *(("full-cunning-folk", "abstraction", v) for v in ("observations", "")),
        ("full-cunning-folk", "game", "python_roy_des_ribauds"),
        ("convergence", "games", "leduc"),
        ("balance-cunning-folk", "bots", "ismcts"),
    ],
)  # fmt: skip
def test_a_setting_accepts_only_what_it_means(name, setting, value):
    with pytest.raises(ValueError, match=f"setting {setting}=") as error:
        EXPERIMENTS[name].with_settings(quick=True, given={setting: value})
    assert "\n" not in str(error.value)
