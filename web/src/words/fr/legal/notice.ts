import type { LegalText } from '../../../legal/legal-text.ts'

export const notice: LegalText = {
  title: 'Mentions légales',
  lead: 'Qui édite ce site, qui l’héberge, et comment les joindre.',
  updated: '21 novembre 2026',
  sections: [
    {
      title: 'Éditeur',
      blocks: [
        '{name}, {legalForm}.',
        [
          'Siège : {address}',
          'Immatriculation : {registration}',
          'TVA : {vat}',
          'E-mail : {email}',
          'Téléphone : {phone}',
        ],
        'Directeur de la publication : {director}.',
      ],
    },
    { title: 'Hébergeur', blocks: ['{hostName}, {hostAddress}. Téléphone : {hostPhone}.'] },
    {
      title: 'Objet du site',
      blocks: [
        'Le site et son interface de programmation recadrent et redressent des documents photographiés. Les conditions de vente des crédits, le traitement des données et l’accessibilité ont chacun leur page : [conditions de vente](/conditions-de-vente), [confidentialité](/confidentialite), [cookies](/cookies), [accessibilité](/accessibilite).',
      ],
    },
    {
      title: 'Propriété intellectuelle',
      blocks: [
        'Le nom, le dessin et les textes du site appartiennent à l’éditeur. Vos documents restent les vôtres : les envoyer ne nous donne aucun droit sur eux, sinon celui de les traiter comme vous le demandez.',
        'Les documents d’exemple sont engendrés par un programme ; les personnes et les entreprises qu’ils nomment n’existent pas. Les caractères Instrument Sans et Geist Mono sont publiés sous la licence SIL Open Font License 1.1.',
      ],
    },
    {
      title: 'Signaler un contenu ou une faille',
      blocks: [
        'Écrivez à {email}. Pour une faille de sécurité, décrivez comment la reproduire et laissez-nous le temps de la corriger avant d’en parler.',
      ],
    },
  ],
}
