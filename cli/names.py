"""Lists of games, bots and values on the command line."""


def split_outside_brackets(text: str) -> list[str]:
    """Split at commas, except inside brackets and before an option of a bot.

    For example ``kuhn_poker,roy(copies=1,hand_size=1)``, ``thumb,ismcts:50,variant=so``.
    """
    parts: list[str] = []
    depth = 0
    for piece in text.split(","):
        if parts and (depth > 0 or ("=" in piece and "(" not in piece.partition("=")[0])):
            parts[-1] += f",{piece}"
        else:
            parts.append(piece)
        depth += piece.count("(") - piece.count(")")
    return parts
