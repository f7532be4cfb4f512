"""What each rule tells a person about a refusal, and the words to which it points.

``text | key | value | rule``, and below it ``what is wrong | words pointed to``. Each text stands behind another
sentence, so that a place counted from the wrong end is another place. Several places are set apart by `` + ``.
"""

from __future__ import annotations

import json

import pytest

from memtxn.model.key import Key
from tests.unit.admission.cases import finding, judged, said

SO = "and whether they cancel out no rule can tell"
TABLE = """
We are about nine people. | size | =9 | patch
    'nine' is 9, but it is a rough one or a bound | nine
It is between 8 and 9 people. | size | =9 | patch
    '9' is 9, one end of a range | 9
Alice rents in Turin and Petra rents in Oslo. | city | Alice rents in Oslo | splice
    the value jumps over 'rents in Turin and Petra', from one statement into another | rents in Turin and Petra
I don't drink tea. | drink | tea | polarity
    "n't" denies it in its sentence, and the value does not keep that | n't
I don't refuse tea. | drink | tea | polarity
    several words deny it ("n't", 'refuse'), {SO} | n't + refuse
I drink tea. | drinks_tea | =false | polarity
    the value is false, and nothing in the sentence denies it
I eat crab. | excluded_food | crab | polarity
    the attribute holds of what is not so, and nothing in the sentence denies it
I don't refuse tea. | excluded_drink | tea | polarity
    several words deny it ("n't", 'refuse'), {SO} | n't + refuse
The plug is incompatible with Model K. | Plug/p/compatible_with | Model K | polarity
    'incompatible' is the contrary of what the attribute asks for | incompatible
The plug is not incompatible with Model K. | Plug/p/compatible_with | Model K | polarity
    'not' denies it in its sentence, and the value does not keep that | not
I never drank no tea. | drink | tea | polarity
    'never' denies it in its sentence, and the value does not keep that | never
I don't avoid or refuse or decline or reject tea. | drink | tea | polarity
    several words deny it ("n't", 'avoid', 'refuse', 'decline'), {SO} | n't + avoid + refuse + decline + reject
Bob is kind to Ann. | Person/bob/unkind_to | Ann | polarity
    the attribute holds of what is not so, and nothing in the sentence denies it
The plug finds Model K incompatible. | Plug/p/compatible_with | Model K | polarity
    'incompatible' is the contrary of what the attribute asks for | incompatible
If it snows, I take the tram. | transport | tram | modality
    'If' (a condition) governs it in its sentence | If
Maybe I take the tram. | transport | tram | modality
    'Maybe' (a doubt) governs it in its sentence | Maybe
Do I take the tram? | transport | tram | modality
    its clause is a question | Do I take the tram
Gwen says I take the tram. | transport | tram | modality
    'says' (somebody else's words) governs it in its sentence | says
I used to take the tram. | transport | tram | modality
    'used to' (a state that ended) governs it in its sentence | used to
I take everything except the tram. | transport | tram | modality
    'except' (a restriction) governs it in its sentence | except
I want to take the tram. | transport | tram | modality
    'want to' (a wish or a plan) governs it in its sentence | want to
I take the tram or the bus. | transport | tram | modality
    it is one of two, and which is not said | I take the tram or the bus
I took the tram until May. | transport | tram | modality
    its clause says until when it was so | I took the tram until May
I take the tram. Or is it the bus? | transport | tram | modality
    the next sentence asks whether it is something else | Or is it the bus
Yeah right. I take the tram. | transport | tram | modality
    'Yeah right' (irony) stands next to it | Yeah right
The part is AX-4471-B. | part | AX-4471 | quantity
    'AX-4471' is a piece of a longer code | AX-4471
We are forty-two people. | size | forty | quantity
    'forty-two': the value is only part of a number | forty-two
The train goes at 3, no, at 4. | time | 3 | correction
    'no' takes it back later | no
The guide is Petra. Scratch that, it is Gwen. | guide | Petra | correction
    'Scratch that' takes it back later | Scratch that
Bob takes the tram. | transport | tram | binding
    the clause speaks of 'Bob', not of 'alice' | Bob
Bolt acquired Acme. | Company/bolt/acquired_by | Acme | binding
    the clause gives the value another role than 'acquired_by' | Acme
The Ghent depot opens at nine. | Depot/antwerp-depot/opens | nine | binding
    the clause speaks of another one of its kind | Ghent depot
瓷砖四十箱、填缝剂六桶。 | Material/填缝剂/quantity | =40 | binding
    the entity is another item of the list | 填缝剂
A woman who takes the tram sings. | transport | tram | binding
    the clause speaks of 'woman', not of 'alice' | woman
Oslo: tram, Cork: bus. | City/cork/transport | tram | binding
    it stands under 'Oslo' | Oslo
old_weight=80 weight=88 | weight | 80 | binding
    it is the value that was | old_weight
weight=88 height=180 | height | 88 | binding
    it is the value of 'weight' | weight
"""
LINES = TABLE.strip().splitlines()


@pytest.mark.parametrize(("row", "told"), list(zip(LINES[::2], LINES[1::2], strict=True)))
def test_told(row: str, told: str) -> None:
    words, key, given, rule = row.split(" | ")
    problem, _, pointed = told.strip().replace("{SO}", SO).partition(" | ")
    text, value = f"It is raining. {words}", json.loads(given[1:]) if given.startswith("=") else given
    entity = key.split("/") if "/" in key else ("Person", "alice", key)
    found = finding(judged(value, said(text).span(0, len(text)), key=Key(*entity)), rule)
    assert found.detail.startswith(f"{problem}. "), found
    assert " + ".join(text[start:end] for start, end in found.spans) == pointed
