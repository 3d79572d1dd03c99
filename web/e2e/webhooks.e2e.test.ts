import { inBrowser, missingBrowser } from '@equerre/testkit/browser'
import { connect } from '@equerre/local/servers/databases'
import { startProduct, type Product } from '@equerre/testkit/product'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInAs } from '../test/accounts.ts'
import { axeFaults } from '../test/axe-faults.ts'

const expectedErrors = /404 \(Not Found\)|422 \(Unprocessable/
const told = { timeout: 60_000 }

describe.skipIf(missingBrowser !== null)('webhooks in the account', () => {
  let product: Product
  let receiver: Server
  let status = 200
  beforeAll(async () => {
    receiver = createServer((request, response) => {
      request.resume().on('end', () => response.writeHead(status).end('bien reçu'))
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    product = await startProduct({ courier: true, env: { COURIER_ALLOW_NETWORKS: '127.0.0.0/8' } })
  })
  afterAll(async () => {
    receiver.close()
    await product.stop()
  })

  const visit = (work: (page: Page) => Promise<void>) => inBrowser(product.url, work, { expectedErrors })

  /** What three days of failures do to an address. */
  async function failForDays(url: string): Promise<void> {
    await using admin = await connect(product.database.urls.admin)
    await admin.query(
      `update gateway.webhook_endpoints set state = 'failing', failing_since = now() - interval '3 days' where url = $1`,
      [url],
    )
  }

  test('are added, tried, looked at, sent again, paused, given another secret, told of when they fail, and deleted', async () => {
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/crochet`
    await visit(async (page) => {
      await page.goto('/account')
      await signInAs(page, { name: 'Camille', email: 'crochets@exemple.test' })
      const section = page.locator('section', { has: page.getByRole('heading', { name: 'Webhooks' }) })
      const address = section.getByRole('textbox', { name: 'Adresse' })
      await address.fill('nulle part')
      await address.press('Enter')
      await page.getByText(/Le webhook n’a pas été ajouté/).waitFor()
      await address.fill(url)
      await address.press('Enter')
      const card = section.getByRole('article', { name: url })
      const secret = await card.getByText(/^whsec_/).innerText()
      await card.getByText(/il ne sera plus montré/).waitFor()
      await card.getByRole('button', { name: 'Je l’ai gardé' }).click()
      await card.getByText(secret).waitFor({ state: 'detached' })

      await card.getByRole('button', { name: 'Envoyer un essai' }).click()
      await card.getByText('Livraisons').click()
      const delivery = card.getByRole('listitem').filter({ hasText: 'webhook.test' })
      await delivery.getByText('Livrée').waitFor(told)
      await delivery.getByText('webhook.test').first().click()
      await delivery.getByText(/"type":"webhook.test"/).waitFor()
      await delivery.getByText('bien reçu').waitFor()
      expect(await axeFaults(page)).toEqual([])
      status = 500
      await delivery.getByRole('button', { name: 'Renvoyer' }).click()
      await delivery
        .getByText(/réponse 500/i)
        .first()
        .waitFor(told)
      await delivery.getByText('En attente').waitFor()

      await card.getByRole('button', { name: 'Remplacer le secret' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Remplacer' }).click()
      expect(await card.getByText(/^whsec_/).innerText()).not.toBe(secret)
      await card.getByText(/L’ancien secret signe aussi jusqu’au/).waitFor()
      await card.getByRole('button', { name: 'Mettre en pause' }).click()
      await card.getByText('En pause', { exact: true }).waitFor()
      expect(await card.getByRole('button', { name: 'Envoyer un essai' }).count()).toBe(0)
      await card.getByRole('button', { name: 'Reprendre' }).click()
      await card.getByText('Actif', { exact: true }).waitFor()
      await failForDays(url)
      await page.reload()
      await card.getByText(/^Toutes les livraisons ont échoué depuis le /).waitFor()
      expect(await card.getByText(/^whsec_/).count()).toBe(0)
      await card.getByRole('button', { name: 'Reprendre' }).click()
      await card.getByText('Actif', { exact: true }).waitFor()
      expect(await card.getByText(/^Toutes les livraisons/).count()).toBe(0)
      await card.getByRole('button', { name: 'Supprimer' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click()
      await card.waitFor({ state: 'detached' })

      const callbacks = section.getByRole('article', { name: 'Adresses de rappel' })
      await callbacks.getByRole('button', { name: 'Nouveau secret' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Créer' }).click()
      await callbacks.getByText(/^whsec_/).waitFor()
      await callbacks.getByText('Livraisons').click()
      await callbacks.getByText('Aucune livraison pour le moment.').waitFor()
      expect(await axeFaults(page)).toEqual([])
    })
  })
})
