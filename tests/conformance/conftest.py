import pyspiel
import pytest
from plays import game_strings


def pytest_generate_tests(metafunc):
    if "game_string" in metafunc.fixturenames:
        metafunc.parametrize("game_string", game_strings())
    if "short_name" in metafunc.fixturenames:
        names = dict.fromkeys(text.split("(")[0] for text in game_strings())
        metafunc.parametrize("short_name", list(names))


@pytest.fixture
def game(game_string):
    return pyspiel.load_game(game_string)
