/** A person known to the stand-in for Google. */
export type DemoPerson = {
  readonly subject: string
  readonly email: string
  readonly emailVerified: boolean
  readonly name: string
}

/** The demo people, and the credits that `npm start` gives them. */
export const demoPeople: readonly (DemoPerson & { readonly credits: number })[] = [
  {
    subject: 'demo-alice',
    email: 'alice@exemple.test',
    emailVerified: true,
    name: 'Alice Martin',
    credits: 20,
  },
  { subject: 'demo-bob', email: 'bob@exemple.test', emailVerified: true, name: 'Bob Durand', credits: 0 },
]

/** The page where one chooses who to be. `fields` are passed along unchanged. */
export function chooserPage(fields: Readonly<Record<string, string>>): string {
  const hidden = Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`)
    .join('')
  const people = demoPeople
    .map(
      ({ subject, name, email }) =>
        `<button name="person" value="${subject}"><b>${name}</b><br>${email}</button>`,
    )
    .join('')
  return `<!doctype html>
<html lang="fr">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Connexion de démonstration</title>
<link rel="icon" href="data:,">
<style>
  body { font: 1rem/1.5 system-ui, sans-serif; max-width: 26rem; margin: 10vh auto; padding: 0 1rem }
  button, input:not([type]) { font: inherit; width: 100%; padding: .6rem .8rem; margin: .3rem 0; box-sizing: border-box; text-align: left }
  fieldset { margin: 1rem 0; border: 1px solid #888; border-radius: .4rem }
</style>
<h1>Connexion de démonstration</h1>
<p>Cette page remplace Google sur cette machine : aucun compte réel n’est utilisé. Qui voulez-vous être ?</p>
<form method="post" action="/authorize">${hidden}${people}</form>
<form method="post" action="/authorize">${hidden}
  <fieldset>
    <legend>Une nouvelle personne</legend>
    <label>Nom <input name="name" value="Camille Petit"></label>
    <label>Adresse e-mail <input name="email" value="camille@exemple.test"></label>
    <label><input type="checkbox" name="verified" checked> Adresse vérifiée</label>
    <button name="person" value="new">Continuer</button>
  </fieldset>
</form>
<form method="post" action="/authorize">${hidden}<button name="person" value="">Annuler</button></form>
</html>`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
