"""Text for generated pages: words of eight languages and a few other scripts, numbers, prices, dates, codes."""

import string

import numpy as np

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
OTHER = {
    "greek": """και το να του η της με που την από για δεν τιμολόγιο ημερομηνία σύνολο διεύθυνση πελάτης πληρωμή
    ευχαριστώ""",
    "cyrillic": """и в не на я быть он с что а по это она этот к но они мы весь который счёт дата сумма адрес договор
    оплата город""",
}
# First and last code points of scripts written as random strings.
RANGES = {
    "arabic": (0x0627, 0x064A),
    "hebrew": (0x05D0, 0x05EA),
    "devanagari": (0x0915, 0x0939),
    "thai": (0x0E01, 0x0E2E),
    "han": (0x4E00, 0x6800),
    "kana": (0x3042, 0x3093),
}
WORDS = {name: text.split() for name, text in {**LATIN, **OTHER}.items()}


def phrase(rng: Rng, language: str, count: int) -> list[str]:
    """`count` words in a language or script, mixed with numbers, capitals and punctuation."""
    if language in RANGES:
        first, last = RANGES[language]
        return ["".join(chr(rng.integers(first, last + 1)) for _ in range(rng.integers(2, 8))) for _ in range(count)]
    words = list(rng.choice(WORDS[language], count))
    capital = True
    for index, word in enumerate(words):
        words[index] = word[0].upper() + word[1:] if capital or rng.random() < 0.06 else word
        draw = rng.random()
        capital = draw < 0.1
        words[index] += "." if draw < 0.1 else "," if draw < 0.18 else ";" if draw < 0.19 else ""
        if rng.random() < 0.05:
            words[index] = number(rng)
    return words


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
