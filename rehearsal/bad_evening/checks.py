from rehearsal.verdict import Verdict, judge_all
from rehearsal.checks import seen
def judge(evening, hearing):
    return Verdict(tuple(judge_all(seen.CHECKS, hearing)), ())
