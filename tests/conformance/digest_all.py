"""Print the digest of every parameter set; run with and without Numba, the lines are equal."""

import sys

from plays import digest, game_strings

if __name__ == "__main__":
    prefix = sys.argv[1]
    for game_string in game_strings():
        if game_string.split("(")[0] == prefix:
            print(f"{digest(game_string, games=1)} {game_string}", flush=True)
