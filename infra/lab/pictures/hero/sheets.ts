import { readFileSync } from 'node:fs'

/* Three documents as they would come out of a printer. The people and companies in them do not exist. */

const font = readFileSync(
  new URL('../../../../web/src/styles/fonts/instrument-sans-fr.woff2', import.meta.url),
).toString('base64')

const frame = (width: number, height: number, content: string) => `<!doctype html>
<html lang="fr"><meta charset="utf-8"><style>
@font-face { font-family: 'Instrument Sans'; font-weight: 400 700; src: url(data:font/woff2;base64,${font}) }
* { margin: 0; box-sizing: border-box }
body { width: ${width}px; height: ${height}px; padding: 64px 60px; background: #fdfdfb; color: #1b1d20;
  font: 17px/25px 'Instrument Sans', 'DejaVu Sans', sans-serif }
h1 { font-size: 34px; line-height: 40px } small { font-size: 13px; line-height: 18px; color: #555 }
table { width: 100%; border-collapse: collapse; margin: 36px 0 28px }
td, th { padding: 12px 0; border-bottom: 1px solid #999; text-align: left; font-weight: 400 } td:last-child, th:last-child { text-align: right }
.two { display: flex; justify-content: space-between; gap: 40px } .end { text-align: right } .big { font-size: 24px; font-weight: 700 }
.stamp { display: inline-block; border: 4px solid #b3201a; color: #b3201a; padding: 6px 16px; font-size: 26px; font-weight: 700; rotate: -5deg }
p + p { margin-top: 18px }
</style>${content}</html>`

const lines = (rows: readonly (readonly [string, string])[]) =>
  rows.map(([what, price]) => `<tr><td>${what}<td>${price}`).join('')

type Sheet = { readonly width: number; readonly height: number; readonly html: string }

const facture: Sheet = {
  width: 794,
  height: 1123,
  html: frame(
    794,
    1123,
    `<div class="two"><b class="big">Menuiserie<br>Lagarde</b><small class="end">12, passage du Charron<br>75012 Paris<br>01 99 00 42 17</small></div>
<h1 style="margin-top:64px">Facture</h1><small>n° 2026-0412, le 3 novembre 2026</small>
<div class="two" style="margin-top:36px"><small>Client<br><b>Atelier Roche</b><br>8, rue des Tanneurs<br>75011 Paris</small><small>Échéance<br><b>3 décembre 2026</b><br>Virement</small></div>
<table><tr><th>Désignation<th>Montant${lines([
      ['Plateau chêne massif 40 mm, 1 800 × 800', '648,00'],
      ['Tablier acier brut, soudé d’équerre', '290,00'],
      ['Huile dure incolore, deux couches', '78,00'],
      ['Chants rabotés et poncés au 180', '94,00'],
      ['Pose et mise de niveau sur place', '108,00'],
      ['Livraison, Paris 11e', '45,00'],
    ])}</table>
<div class="two"><span class="stamp">ACQUITTÉ</span><div class="end"><small>Total HT 1 263,00<br>TVA 20 % 252,60</small><br><span class="big">1 515,60 €</span></div></div>
<small style="position:absolute;bottom:60px">Menuiserie Lagarde, société fictive. Document d’exemple sans valeur.</small>`,
  ),
}

const ticket: Sheet = {
  width: 420,
  height: 1020,
  html: frame(
    420,
    1020,
    `<div style="text-align:center"><b class="big">ÉPICERIE DU PORT</b><br><small>4, quai des Mouettes<br>17000 La Rochelle</small></div>
<table>${lines([
      ['Pain de campagne', '3,20'],
      ['Beurre demi-sel', '2,85'],
      ['Tomates 0,840 kg', '2,94'],
      ['Café moulu 250 g', '4,60'],
      ['Huile d’olive 75 cl', '8,90'],
      ['Citrons × 3', '1,80'],
      ['Savon de Marseille', '2,40'],
      ['Chocolat noir 70 %', '2,95'],
    ])}</table>
<div class="two big"><span>TOTAL</span><span>29,64 €</span></div>
<div class="two" style="margin-top:12px"><span>Carte bancaire</span><span>29,64</span></div>
<p style="margin-top:44px;text-align:center"><small>20 novembre 2026, 18 h 42<br>Caisse 2, ticket 0917<br><br>Merci de votre visite<br>Document d’exemple</small></p>`,
  ),
}

const courrier: Sheet = {
  width: 794,
  height: 1123,
  html: frame(
    794,
    1123,
    `<small>Jeanne Morel<br>27, rue des Lilas<br>35000 Rennes</small>
<p class="end" style="margin-top:24px">Régie des eaux du bassin<br>Service des abonnements<br>35700 Rennes</p>
<p style="margin-top:44px">Rennes, le 14 novembre 2026</p>
<p><b>Objet : relevé de compteur et mensualités</b></p>
<p>Madame, Monsieur,</p>
<p>Vous m’avez adressé le 2 novembre une facture établie sur une consommation estimée. Le relevé que j’ai fait ce matin indique 1 284 mètres cubes, soit 31 de moins que votre estimation.</p>
<p>Je vous prie de bien vouloir corriger cette facture et d’ajuster les mensualités de l’année qui vient. Vous trouverez ci-joint une photographie du compteur, prise le jour même.</p>
<p>Je profite de ce courrier pour vous signaler que le regard situé devant le numéro 27 ferme mal depuis les travaux de la rue. Un passage de vos équipes serait utile avant l’hiver.</p>
<p>Dans l’attente de votre réponse, je vous prie d’agréer, Madame, Monsieur, l’expression de mes salutations distinguées.</p>
<p style="margin-top:44px;font:italic 40px/44px 'DejaVu Serif', serif;color:#223a8f">J. Morel</p>`,
  ),
}

export const sheets = { facture, ticket, courrier }
