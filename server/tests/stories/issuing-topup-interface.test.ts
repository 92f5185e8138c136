import { describe, expect, test } from 'vitest'
import { changeSettings, settingsOf, topupSiteNeeds } from '#issuing/programmes'
import { seedProgramme } from '../../src/app/seed-programmes.ts'
import { openCommandLine } from '../recordings/command-line.ts'
import { longTest } from '../world/length.ts'
import { messagesOf } from '../world/shopper.ts'
import { exportAs, openPeople } from '../world/staff.ts'
import { openTopupWorld } from '../world/topup-world.ts'

const by = { actor: 'test', fromWhere: 'test' }
const idsOf = ({ body }: { body: Record<string, unknown> }) => (body.data as { id: string }[]).map(({ id }) => id)

describe('topups by the interface', () => {
  test('a repeated key is given the same page, and makes one topup', async () => {
    const { holder } = await openTopupWorld()
    const ana = await holder()
    const key = { 'idempotency-key': 'first' }
    const pages = await Promise.all([ana.orders('20.00', key), ana.orders('20.00', key), ana.orders('20.00', key)])
    expect(new Set(pages.map(({ page }) => page)).size).toBe(1)
    expect(pages.map(({ headers }) => headers['content-type'])).toEqual(Array(3).fill('text/html; charset=utf-8'))
    expect(pages.map(({ headers }) => headers['content-security-policy'])).toEqual(
      Array(3).fill(pages[0]!.headers['content-security-policy']),
    )
    expect(pages.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(2)
    expect((await ana.call('GET', '/topups')).body).toMatchObject({ total: 1 })
    expect(JSON.parse((await ana.orders('30.00', key)).page)).toMatchObject({ reason: 'idempotency_key_reused' })
  })

  // In small: the issuing interface replies what is recorded, and no route of it is left out
  longTest('the list has pages, and is narrowed by type and status', async () => {
    const { world, holder } = await openTopupWorld()
    const [ana, ben] = [await holder(), await holder()]
    const paid = await ana.topsUp('20.00')
    await world.pass({ minutes: 1 })
    const { topup: open } = await ana.orders('30.00')
    await ben.orders('40.00')
    const all = await ana.call('GET', '/topups')
    expect(all.body).toMatchObject({ page: 1, size: 20, total: 2 })
    expect(idsOf(all)).toEqual([open.id, paid.id])
    expect(idsOf(await ana.call('GET', '/topups?status=completed'))).toEqual([paid.id])
    expect(idsOf(await ana.call('GET', '/topups?type=crypto'))).toEqual([])
    expect(idsOf(await ana.call('GET', '/topups?type=fiat&page=2&size=1'))).toEqual([paid.id])
    expect((await ana.call('GET', '/topups?status=paid')).status).toBe(400)
    const strange = await ben.call('GET', `/topups/${paid.id}`)
    expect([strange.status, strange.body.reason]).toEqual([404, 'topup_not_found'])
    expect((await ben.call('GET', '/topups/x')).body.reason).toBe('topup_not_found')
  })

  // In small: a repeated key is given the same page, and makes one topup
  longTest(
    'the page speaks the language that is asked for, and waits for its button if the programme says so',
    async () => {
      const { holder, partner, world } = await openTopupWorld({ settings: { topupRedirects: false } })
      const ana = await holder()
      const body = { amount: '20.00', currency: 'EUR', language: 'de' }
      const { page } = (await ana.call('POST', '/topups/fiat', { body })).body as { page: string }
      expect(messagesOf(page)).toContain('Auf der nächsten Seite zahlen Sie 20,00 € an Crumb & Co.')
      expect(page).toContain('action="http://florin.test/?lang=de"')
      expect(page).not.toContain('<form class="stack" method="post" action="http://florin.test/?lang=de" data-pass-on')

      const changes = { topupRedirects: true, returnUrl: 'https://app.example/money?from=page' }
      await changeSettings(world.app, { by, partnerId: partner.id, changes })
      const { page: next, topup } = await ana.orders('20.00')
      const request = /name="jsonRequest" value="([^"]+)"/.exec(next)![1]!
      expect(JSON.parse(Buffer.from(request, 'base64').toString())).toMatchObject({
        backUrl: `https://app.example/money?from=page&topupId=${topup.id}`,
        customer: { identifier: ana.customerId },
        order: { orderId: topup.id, amount: 20, currency: 'EUR' },
      })
    },
  )

  test('there are no topups without a site, an account, or a currency that the site takes', async () => {
    const { world, holder, partner, store } = await openTopupWorld({ site: { currencies: ['EUR', 'RON'] } })
    const ana = await holder()
    const order = async (currency: string) => {
      const { status, body } = await ana.call('POST', '/topups/fiat', { body: { amount: '20.00', currency } })
      return [status, body.reason]
    }
    expect(await order('RON')).toEqual([404, 'topup_account_missing'])
    expect(await order('USD')).toEqual([403, 'topups_not_offered'])
    expect(await order('JPY')).toEqual([400, 'invalid_field'])
    await world.app.directory.changeSite({ by, siteId: store.site.id, changes: { active: false } })
    expect(await order('EUR')).toEqual([403, 'topups_not_offered'])
    await world.app.directory.changeSite({ by, siteId: store.site.id, changes: { active: true } })
    await changeSettings(world.app, { by, partnerId: partner.id, changes: { topupSite: null } })
    expect(await order('EUR')).toEqual([403, 'topups_not_offered'])
  })

  test('an account is not closed while a topup to it is under way', async () => {
    const { world, holder } = await openTopupWorld()
    const ana = await holder()
    await ana.orders('20.00')
    const close = () => ana.call('POST', `/accounts/${ana.accountId}/close`)
    const refused = await close()
    expect([refused.status, refused.body.reason]).toEqual([409, 'account_has_topups'])
    await world.pass({ hours: 1 })
    expect((await close()).status).toBe(200)
    expect((await ana.call('POST', '/topups/fiat', { body: { amount: '20.00', currency: 'EUR' } })).body.reason).toBe(
      'topup_account_missing',
    )
  })
})

describe('topups of a programme', () => {
  test('its site must be one that notifies Florin of everything', async () => {
    const { world, partner } = await openTopupWorld()
    const { app } = world
    const change = (topupSite: number) =>
      changeSettings(app, { by, partnerId: partner.id, changes: { topupSite: topupSite as never } })
    const { site } = await world.merchant()
    await expect(change(999)).rejects.toMatchObject({ code: 'topup_site_not_found', field: 'topupSite' })
    await expect(change(site.id)).rejects.toMatchObject({
      code: 'topup_site_not_ready',
      message: expect.stringContaining(
        `florin site change ${site.id} --notification-url http://florin.test/topups/notifications/${site.id} --notify`,
      ),
    })
    await app.directory.changeSite({ by, siteId: site.id, changes: topupSiteNeeds(app, site) })
    expect(await change(site.id)).toMatchObject({ topupSite: site.id })
    const { site: live } = await app.directory.createSite({
      ...{ by, merchantId: site.merchantId, name: 'Live', live: true, currencies: ['EUR'] },
    })
    await expect(change(live.id)).rejects.toMatchObject({ code: 'topup_site_of_other_environment' })
  })

  // In small: its site must be one that notifies Florin of everything
  longTest('limits and fees that cannot be read are refused', async () => {
    const { world, partner } = await openTopupWorld()
    const change = (changes: object) => changeSettings(world.app, { by, partnerId: partner.id, changes })
    for (const topupLimit of [
      'day:EUR:1.00',
      'rejected:day:EUR:1.00',
      'approved:year:EUR:1.00',
      'approved:day:XXX:1.00',
    ])
      await expect(change({ topupLimits: [topupLimit] })).rejects.toMatchObject({ code: 'invalid_topup_limit' })
    for (const topupFee of ['fiat:EUR:1.555:0.00', 'cash:EUR:1.00:0.00', 'fiat:EUR:1.00', 'fiat:EUR:-1:0.00'])
      await expect(change({ topupFees: [topupFee] })).rejects.toMatchObject({ code: 'invalid_topup_fee' })
  })

  test('the staging programme has a site for topups, also when the installation moves to another address', async () => {
    const { world } = await openTopupWorld()
    const { app } = world
    const { partner } = await seedProgramme(app)
    const { topupSite } = await settingsOf(app.db, partner.id)
    expect(await app.directory.site(topupSite!)).toMatchObject(topupSiteNeeds(app, { id: topupSite! }))
    await seedProgramme({ ...app, publicUrl: 'https://moved.example' })
    expect((await settingsOf(app.db, partner.id)).topupSite).toBe(topupSite)
    expect(await app.directory.site(topupSite!)).toMatchObject({
      notificationUrl: `https://moved.example/topups/notifications/${topupSite}`,
    })
  })

  test('staff see topups of their partners, by interface and by command', async () => {
    const { world, holder, partner, store, refund } = await openTopupWorld()
    const ana = await holder()
    const { id } = await ana.topsUp('20.00')
    await refund({ id })
    const people = await openPeople(world)
    const theirs = await people.person('support', { kind: 'partner', id: String(partner.id) })
    const { partner: other } = await world.app.partners.create({ by, name: 'Another Bank', live: false })
    const foreign = await people.person('support', { kind: 'partner', id: String(other.id) })
    const record = {
      ...{ id, customerId: ana.customerId, partnerId: String(partner.id), siteId: store.site.id, status: 'completed' },
      ...{ amount: '20.00', credited: '20.00', reversals: [{ type: 'cancel', amount: '20.00' }] },
    }
    expect((await theirs.call('GET', `/topups/${id}`)).body).toMatchObject(record)
    expect((await theirs.call('GET', `/topups?customerId=${ana.customerId}`)).body).toMatchObject({ data: [record] })
    expect((await theirs.call('GET', '/topups?customerId=x')).body).toMatchObject({ total: 0 })
    await world.pass({ minutes: 1 })
    const later = await ana.topsUp('30.00')
    const ids = async (query: string) => idsOf(await theirs.call('GET', `/topups?${query}`))
    expect(await ids('')).toEqual([later.id, id])
    const { next } = (await theirs.call('GET', '/topups?size=1')).body
    expect(await ids(`size=1&after=${next}`)).toEqual([id])
    expect(await ids('status=!completed')).toEqual([])
    expect(await ids('status=completed&type=fiat&created=today')).toEqual([later.id, id])
    const { lines } = await exportAs(world, theirs, 'topups')
    expect(lines[0]).toMatch(/^id,.*amount,amount_minor,/)
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual([id, later.id])
    expect((await foreign.call('GET', `/topups/${id}`)).status).toBe(404)
    expect((await foreign.call('GET', '/topups')).body).toMatchObject({ total: 0 })

    const { prints } = openCommandLine(world)
    expect(await prints(`topups list --partner ${partner.id}`)).toContain(`${id}  ${ana.customerId}  fiat  20.00 EUR`)
    const shown = await prints(`topups show ${id}`)
    expect(shown).toContain(`Topup ${id} of ${ana.customerId}: 20.00 EUR, completed.`)
    expect(shown).toContain(`completed  site ${store.site.id}`)
    expect(shown).toContain('cancel of 20.00 EUR, owed 0.00 EUR')
    expect(await prints('topups show topup_1')).toContain('topupId is written as florin topups list shows it')
    const changing = `programme change ${partner.id} --topup-limit approved:max:EUR:70.00 --topup-fee fiat:EUR:1:0.25`
    expect(await prints(`${changing} --topup-redirects no`)).toContain('is changed')
    const listed = await prints(`programme list ${partner.id}`)
    expect(listed).toContain(`Topups: by card, at site ${store.site.id}`)
    expect(listed).toContain('Page of a topup: waits for its button')
    expect(listed).toContain('Limit of topups: approved:max:EUR:70.00')
    expect(listed).toContain('Fee of topups: fiat:EUR:1.00:0.25')
    await prints(`programme change ${partner.id} --topup-site= --topup-redirects yes`)
    expect(await prints(`programme list ${partner.id}`)).toContain('Topups: none by card')
  })
})
