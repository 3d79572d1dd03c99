import type { LegalText } from '../../../legal/legal-text.ts'

export const accessibility: LegalText = {
  title: 'Accessibilité',
  lead: '{name} veut que chacun puisse redresser un document, au clavier, à la voix, avec un lecteur d’écran ou une loupe.',
  updated: '21 novembre 2026',
  sections: [
    {
      title: 'État de conformité',
      blocks: [
        'Ce site est partiellement conforme au référentiel général d’amélioration de l’accessibilité (RGAA 4.1) et aux règles WCAG 2.2 de niveau AA : il n’a pas encore été audité par un tiers, et la section « Contenus non accessibles » dit ce que nous savons ne pas l’être.',
      ],
    },
    {
      title: 'Ce qui a été vérifié',
      blocks: [
        [
          'Par des tests automatiques, à chaque changement : toutes les pages avec axe-core, en sombre sur un écran de téléphone et en clair sur un écran d’ordinateur, et sans défilement horizontal à partir de 320 pixels, même avec un texte espacé sur un téléphone.',
          'Par des tests au clavier seul, à chaque changement : choisir un fichier, le traiter, corriger sa zone, télécharger, supprimer, et parcourir les pages à vérifier.',
          'À l’œil, dans Chromium, en novembre 2026 : agrandissement à 200 % et à 400 %, couleurs forcées, mouvements réduits et texte espacé, sur l’accueil, l’outil, l’API, la connexion, les prix, les conditions de vente, la rétractation, la référence et la page introuvable. La correction d’une zone et l’aperçu ont été vus ainsi à 400 %.',
          'Les noms, rôles et états que Chromium donne aux lecteurs d’écran ont été relus sur l’accueil, l’outil, la connexion, les prix, la page introuvable, la correction d’une zone et l’aperçu. Aucun lecteur d’écran n’a été essayé.',
        ],
        'Ces vérifications ne remplacent ni un audit ni des essais avec des personnes concernées.',
      ],
    },
    {
      title: 'Contenus non accessibles',
      blocks: [
        [
          'Les images redressées sont des photographies de texte : elles n’ont pas d’équivalent textuel, car le service ne lit pas leur contenu.',
          'La correction d’une zone demande de voir la photographie. Ses poignées se déplacent au clavier et disent leur position, mais pas ce qui se trouve dessous.',
          'Les pages de connexion de Google et de paiement de Stripe ne dépendent pas de nous.',
        ],
      ],
    },
    {
      title: 'Techniques et essais',
      blocks: [
        'HTML, CSS, SVG et JavaScript. Le site demande JavaScript, sauf la [référence de l’API](/docs/). Les essais ont été faits avec Chromium.',
      ],
    },
    {
      title: 'Nous écrire',
      blocks: [
        'Si quelque chose vous arrête, écrivez à {email} ou appelez le {phone} : nous vous donnons le contenu autrement et corrigeons la page. Nous répondons sous dix jours ouvrés.',
      ],
    },
    {
      title: 'Voies de recours',
      blocks: [
        'Sans réponse satisfaisante de notre part, vous pouvez saisir le Défenseur des droits : par son [formulaire](https://formulaire.defenseurdesdroits.fr), par téléphone au 09 69 39 00 00, ou par courrier gratuit, sans timbre, à Défenseur des droits, Libre réponse 71120, 75342 Paris CEDEX 07.',
      ],
    },
  ],
}
