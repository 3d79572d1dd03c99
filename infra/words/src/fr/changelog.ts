import type { ChangeId, ChangeSort } from '@equerre/contract/changelog'

/** Texts of the log of the API’s changes; between backticks is code. */
export const changelogWords = {
  title: 'Changements de l’API',
  lead: 'Ce qui est nouveau, ce qui se comporte autrement et ce qui va disparaître, par version et par date.',
  back: 'Référence de l’API',
  feed: 'Flux',
  feedText: 'en JSON Feed, pour un lecteur ou un programme :',
  sorts: { added: 'Ajouté', changed: 'Changé', deprecated: 'À disparaître' } satisfies Record<
    ChangeSort,
    string
  >,
  policy: 'Ce sur quoi compter',
  policyRules: {
    more: 'La version est dans l’adresse : `/api/v1`. Des champs, des appels, des options et des codes s’ajoutent sans en changer : ignorez ce que vous ne connaissez pas.',
    same: 'Un champ ne change ni de type ni de sens, une option ne change pas de valeur par défaut, le `code` d’un refus ne change pas de sens. Ce qui le doit est annoncé ici comme changé, et vient autant que possible comme du nouveau à côté de l’ancien.',
    end: 'Ce qui doit disparaître répond encore 180 jours au moins. Dès le premier, chacune de ses réponses porte `Deprecation` (RFC 9745 : depuis quand), `Sunset` (RFC 8594 : jusqu’à quand) et `Link` avec `rel="deprecation"`, qui mène ici ; le document OpenAPI dit `deprecated`. Après sa fin, il répond 404.',
  },
  none: 'Rien ne va disparaître pour l’instant.',
  changes: {
    first:
      '`POST /v1/detourage` fait une page en un appel ; `ingest`, `detect` et `rectify`, étape par étape. Crédits, clés, limites, et un document OpenAPI.',
    renderOf:
      '`render_of` dans `rectify` : une page déjà payée dans un autre format, avec d’autres filtres ou tournée, jusqu’à 20 fois sans rien coûter ; `capture_id` et `free_renderings` disent laquelle et combien de fois.',
    text: '`text` dans `rectify` et en un appel : le texte de la page avec la place de chaque mot, et dans son PDF. Compris dans le crédit de la page.',
    assemblies:
      '`POST /v1/detourage/assemblies` : jusqu’à 200 pages faites dans un seul PDF, sans rien coûter.',
    pdf: "`compression`, `standard` et `max_bytes` avec `format: 'pdf'`.",
    documents:
      'Jusqu’à 12 documents sur une photo (`documents`), chacun avec ses coins, sa confiance et ses raisons ; `document` dans `rectify` en choisit un.',
    pdfDefault:
      'Le PDF d’une page est aussi petit que possible, sauf demande contraire ; `compression: "jpeg"` rend l’ancien.',
    unknownFields:
      'Un champ que l’appel ne connaît pas est refusé par 422 `invalid_request`, et nommé, comme l’était déjà une option : `render_of` à côté d’`options`, et non dedans, coûtait un crédit.',
    testKeyCredits: 'Une clé de test ne prend plus les crédits gratuits du compte : 401, avec la raison.',
    ranges:
      'Une plage qui commence après la fin d’un fichier est refusée par 416 `range_not_satisfiable` avec le corps de tout refus ; il n’y en avait pas.',
    methods:
      'Une adresse connue refuse une méthode qu’elle ne prend pas par 405 `method_not_allowed` et `Allow`, et non plus par 404.',
    password: '`password` ouvre un PDF protégé. Refus : `encrypted_pdf` sans lui, et `wrong_password`.',
    doubt:
      'Un `rectify` sans `corners` dont la détection hésite ne fait rien et ne coûte rien, comme `NOT_FOUND`. Un appel qui demande le fichier lui-même répond alors 422 `nothing_found`.',
    problems:
      'Les refus sont dans la langue de qui lit : en français, ou en anglais si `Accept-Language` le préfère. Leur `code` ne change pas.',
    webhooks:
      'Webhooks (`/v1/webhooks`), selon la spécification Standard Webhooks : signés, tentés dix fois en un jour, dans l’ordre pour chaque fichier, avec un journal et `resend`.',
    callbackUrl:
      '`callback_url` dans chaque appel qui est une étape : une adresse à qui est dit une fois comment elle a fini, avec une signature et un journal (`/v1/callbacks`).',
    url: '`url` à la place du fichier, dans `ingest` et en un appel. Quatre codes : `address_refused`, `address_unreachable`, `address_status`, `address_too_slow`.',
    batches:
      '`POST /v1/detourage/batches` : jusqu’à 1 000 adresses ou fichiers en un appel, avec un PDF par `group` si demandé ; résultats en pages, en JSONL ou en zip, annulation, événements `batch.finished` et `batch.failed`. Code : `batch_over`.',
    signFor:
      '`sign_for` dans l’adresse d’un appel : les adresses de sa réponse s’ouvrent sans clé, aussi longtemps que demandé.',
    namedKeys:
      'Clés nommées avec droits, fin et plafond de crédits par mois (`/v1/keys`), et ce que chacune a dépensé (`/v1/keys/usage`). Codes : `key_expired`, `key_revoked`, `scope_missing`, `key_cap_reached`.',
    spreads:
      'Un livre ouvert est vu comme deux pages (`spread`) : `documents` les donne, et `document` en redresse une. Sans `document`, la double page entière vient comme avant, et la réponse dit 0.',
    flatten:
      "Les feuilles courbées ou pliées sortent à plat ; `flatten: 'off'` les laisse courbées. Les réponses ont `flatten`, `flattened` et `bend`.",
  } satisfies Record<ChangeId, string>,
}
