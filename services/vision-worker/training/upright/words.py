"""Text for generated pages: words of eight languages and other scripts, numbers, prices, dates, codes."""

import string
import unicodedata
from collections.abc import Sequence

import numpy as np

from .scripts import ALL, Script

Rng = np.random.Generator

LATIN = {
    "fr": """le la les un une des de du et à au aux en dans pour par sur avec sans que qui dont où ce cette ces il
    elle nous vous ils sont est était être avoir fait plus moins très bien déjà après avant entre depuis
    jusqu’à facture date montant total adresse client numéro règlement échéance paiement virement société
    siège téléphone courriel objet madame monsieur veuillez agréer salutations distinguées bonjour merci
    conformément à l’article décret préfecture mairie département logement loyer charges électricité
    consommation période relevé compte solde débit crédit bénéficiaire contrat assurance garantie sinistre
    école élève maître année résultats moyenne général français histoire géographie mathématiques pharmacie
    ordonnance docteur comprimé matin soir pendant jours boulangerie café thé sucre lait pain beurre fromage
    légumes viande poisson quantité prix unitaire remise""",
    "en": """the a an of to and in that is was for on with as by at from it this be are or not have has had but which
    you your we our they their there what when where who will would can could should may must about after
    before between through during invoice date amount total address customer number payment due balance
    account statement company office phone subject dear sincerely regards please find enclosed according
    section agreement insurance school teacher year results average general history science experiment
    measured values table figure shows method however therefore although because simple question answer
    light water house people world time know think good great little long small large every never always""",
    "de": """der die das ein eine und oder aber nicht mit von zu im auf für ist sind war werden wurde haben hat sich
    auch nach bei über unter zwischen während Rechnung Datum Betrag Summe Anschrift Kunde Nummer Zahlung
    fällig Konto Vertrag Gesellschaft Straße Stadt Bundesrepublik Herr Frau geehrte freundlichen Grüßen
    Schule Jahr Ergebnis Größe Gebühr Prüfung täglich""",
    "es": """el la los las un una de del y en que es por con para no se su al lo como más pero sus le ya este sí
    porque esta entre cuando muy sin sobre también fecha factura importe dirección número cliente pago señor
    año niño mañana gracias según""",
    "it": """il lo la gli le un una di del della e in che è per con non si da come più ma anche perché questa quando
    fattura data importo indirizzo numero cliente pagamento città università signore gentile grazie saluti
    secondo qualità""",
    "pt": """o a os as um uma de do da e em que é por com para não se mais como mas foi ao ele das tem à seu sua ou
    ser quando muito há nos já está eu também só pelo pela até isso ela entre fatura número endereço
    pagamento informação""",
    "nl": """de het een en van in is dat op te voor met niet aan er zijn om ook als maar bij nog naar dan uit door
    over ze wordt factuur datum bedrag klant betaling rekening geachte vriendelijke groeten gemeente bijlage
    hoogachtend""",
    "pl": """i w na z do że się nie to jest o jak po co tak za od przez dla był była ich tym może już faktura data
    kwota adres numer klient płatność ulica miasto dziękuję proszę zgodnie umowa między także łączna wartość""",
}
WORDS = {name: text.split() for name, text in LATIN.items()}
COMMON: dict[str, Sequence[str]] = {
    name: "".join(script.common.split()) if script.unspaced else script.common.split() for name, script in ALL.items()
}
STOPS = {"han": "，。、：", "kana": "、。・「」", "arabic": "،.؛", "devanagari": "।,"}


def phrase(rng: Rng, language: str, count: int, figures: bool = True) -> list[str]:
    """`count` words in a language or script, mixed with punctuation, capitals and, if the font has them, figures."""
    words = _latin(rng, language, count) if language in WORDS else _other(rng, language, count)
    return [number(rng) if figures and rng.random() < 0.05 else word for word in words]


def _latin(rng: Rng, language: str, count: int) -> list[str]:
    words = [str(word) for word in rng.choice(WORDS[language], count)]
    capital = True
    for index, word in enumerate(words):
        words[index] = word[0].upper() + word[1:] if capital or rng.random() < 0.06 else word
        draw = rng.random()
        capital = draw < 0.1
        words[index] += "." if draw < 0.1 else "," if draw < 0.18 else ";" if draw < 0.19 else ""
    return words


def _other(rng: Rng, language: str, count: int) -> list[str]:
    script, common, stops = ALL[language], COMMON[language], STOPS.get(language, ",.")
    words = []
    for _ in range(count):
        length = int(rng.integers(2, 8))
        if script.unspaced:
            word = "".join(
                common[rng.integers(len(common))] if rng.random() < 0.8 else _letter(rng, script) for _ in range(length)
            )
        elif rng.random() < (0.2 if script.shaped else 0.5):
            word = "".join(_letter(rng, script) for _ in range(length))
        else:
            word = common[rng.integers(len(common))]
        words.append(word + stops[rng.integers(len(stops))] if rng.random() < 0.12 else word)
    return words


def _letter(rng: Rng, script: Script) -> str:
    """Any letter of the script; a range may have gaps."""
    while not unicodedata.category(letter := chr(rng.integers(script.first, script.last + 1))).startswith("L"):
        pass
    return letter


def number(rng: Rng) -> str:
    """A price, a date, a reference, a phone number or a plain count."""

    def digits(count: int) -> str:
        return "".join(str(digit) for digit in rng.integers(0, 10, count))

    kind = rng.integers(6)
    if kind == 0:
        return f"{rng.integers(1, 2000)},{digits(2)}" + str(rng.choice(["", " €", " EUR", " $"]))
    if kind == 1:
        return f"{rng.integers(1, 29):02}/{rng.integers(1, 13):02}/{rng.integers(1990, 2030)}"
    if kind == 2:
        return "".join(rng.choice(list(string.ascii_uppercase), 2)) + "-" + digits(5)
    if kind == 3:
        return f"0{rng.integers(1, 10)} {digits(2)} {digits(2)} {digits(2)} {digits(2)}"
    if kind == 4:
        return f"{rng.integers(1, 100)} %"
    return str(rng.integers(1, 100_000))
