"""Every code block of README and docs runs, and console output is what the commands print."""

import json

import pytest
from documents import (
    DOCS,
    PAGES,
    ROOT,
    RUN,
    SHOWN_ONLY,
    blocks,
    commands,
    page_name,
    run_command,
    run_python,
)

LANGUAGES = {"python", "console", "text", "json", "bash", "toml"}


def with_blocks(*languages):
    return [page for page in PAGES if any(block.language in languages for block in blocks(page))]


@pytest.mark.parametrize("page", with_blocks("python", "console"), ids=page_name)
def test_every_block_of_a_page_runs(page, capfd, monkeypatch, tmp_path):
    """Blocks of one page share a namespace and a fresh folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.syspath_prepend(DOCS / "examples")
    namespace = {"__name__": f"docs.{page.stem}"}
    for block in blocks(page):
        if block.language == "python":
            run_python(block, namespace)
        elif block.language == "console":
            for command in commands(block):
                if command.text.startswith(RUN):
                    run_command(command, capfd, monkeypatch)


@pytest.mark.parametrize("page", with_blocks("console"), ids=page_name)
def test_commands_that_are_only_shown_name_scripts_that_exist(page):
    for block in blocks(page):
        if block.language != "console":
            continue
        found = list(commands(block))
        assert found, f"{block.where}: a console block needs a line that starts with $"
        for command in found:
            assert command.text.startswith(RUN + SHOWN_ONLY), f"{block.where}: {command.text}"
            for word in command.text.split():
                if word.endswith(".py"):
                    assert (ROOT / word).is_file(), f"{block.where}: no script {word}"


PICTURES = DOCS / "pictures"


def test_the_numbers_of_the_picture_are_those_of_the_solver(monkeypatch):
    monkeypatch.syspath_prepend(PICTURES)
    import draw

    shown = json.loads((PICTURES / "hand.json").read_text(encoding="utf-8"))
    assert shown["hand"] == draw.HAND
    for trump, chances in draw.solve().items():
        assert shown["probability"][trump] == pytest.approx(chances, abs=1e-12)


def test_the_picture_is_drawn_from_its_numbers(monkeypatch, tmp_path):
    monkeypatch.syspath_prepend(PICTURES)
    import draw

    shown = json.loads((PICTURES / "hand.json").read_text(encoding="utf-8"))
    for name in ("first.svg", "second.svg"):
        draw.draw_hand(shown["probability"], tmp_path / name)
    first, second = ((tmp_path / name).read_bytes() for name in ("first.svg", "second.svg"))
    assert first == second
    assert all(f"{suit} " in first.decode() for suit in "♣♦♥♠")


@pytest.mark.parametrize("page", with_blocks(*LANGUAGES), ids=page_name)
def test_blocks_say_their_language(page):
    for block in blocks(page):
        if not block.language.startswith("{"):  # a directive of Sphinx
            assert block.language in LANGUAGES, f"{block.where}: language '{block.language}'"


def test_a_wrong_output_is_noticed(capfd, monkeypatch, tmp_path):
    """The check can fail: a page that promises another output, and code that raises."""
    from documents import Block

    block = Block(ROOT / "README.md", 1, "console", "$ intrigue --version\nintrigue 77\n")
    with pytest.raises(AssertionError, match="it prints"):
        run_command(next(commands(block)), capfd, monkeypatch)
    with pytest.raises(AssertionError, match="Expected"):
        run_python(Block(ROOT / "README.md", 1, "python", ">>> 1 + 1\n3\n"), {})
