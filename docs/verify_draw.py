"""Re-run a draw of Arbiter from what is public of it: python verify_draw.py draw.json"""

import hashlib
import itertools
import json
import sys


def sha(data):
    return hashlib.sha256(data).digest()


def shuffled(items, blocks):
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        limit = 2**256 - 2**256 % (last + 1)
        chosen = next(block for block in blocks if block < limit) % (last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return order


def seeded(ids):
    order = [0]
    while len(order) < len(ids):
        order = [seed for upper in order for seed in (upper, 2 * len(order) - 1 - upper)]
    return [[ids[seed] for seed in order[i : i + 2] if seed < len(ids)] for i in range(0, len(order), 2)]


def rerun(draw):
    if sha(bytes.fromhex(draw["link"])).hex() != draw["previous"]:
        raise SystemExit("The link does not follow from the one before it: this draw is not the one that was promised.")
    listed = ({key: e[key] for key in ("id", "rating", "seed") if key in e} for e in draw["entrants"])
    entrants = sorted(listed, key=lambda e: e["id"])
    list_hash = sha(json.dumps(entrants, separators=(",", ":"), ensure_ascii=False).encode()).hex()
    lines = ["arbiter-draw-v1", draw["event"], str(draw["number"]), draw["link"], list_hash, draw["salt"]]
    seed = sha("\n".join(lines).encode())
    blocks = (int.from_bytes(sha(seed + i.to_bytes(8, "big")), "big") for i in itertools.count())
    lots = shuffled(entrants, blocks)
    if draw.get("byes_by_rating", True) or draw.get("seeded"):
        lots.sort(key=lambda e: (e["rating"] is None, -float(e["rating"] or 0)))
    if draw.get("seeded") or any("seed" in e for e in lots):
        lots.sort(key=lambda e: e.get("seed", len(entrants) + 1))
        return list_hash, seed.hex(), seeded([e["id"] for e in lots])
    pairs = len(lots) - (1 << ((len(lots) - 1).bit_length() - 1))
    byes = sorted(e["id"] for e in lots[: len(lots) - 2 * pairs])
    drawn = shuffled(sorted(e["id"] for e in lots[len(byes) :]), blocks)
    places = [[bye] for bye in byes] + [drawn[i : i + 2] for i in range(0, len(drawn), 2)]
    return list_hash, seed.hex(), shuffled(places, blocks)


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        draw = json.load(file)
    list_hash, seed, first_round = rerun(draw)
    names = {entrant["id"]: entrant.get("name", entrant["id"]) for entrant in draw["entrants"]}
    places = (" - ".join(names[side] for side in sides) for sides in first_round)
    sys.stdout.write("\n".join(["list " + list_hash, "seed " + seed, *places, ""]))
