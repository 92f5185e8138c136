import { expect, onTestFinished, test } from 'vitest'
import type { PartnerId } from '#core/partners'
import { settingsOf } from '#issuing/programmes'
import { seedProgramme } from '../../src/app/seed-programmes.ts'
import { commandsOf, curlRequest } from '../../src/surfaces/docs-site/curl.ts'
import { read, tracked } from '../tidy/repository.ts'
import { visitorAt } from '../world/documents.ts'
import { fillsInAddress, fillsInPassport } from '../world/kyc.ts'
import { asPrinted, printedBlocks } from '../world/printed-commands.ts'
import { openReceiver } from '../world/receiver.ts'
import { fieldOf, sendForm } from '../world/shopper.ts'
import { createWorld, type World } from '../world/world.ts'

/** As the page prints it; a reader who has chosen another port reads their own. */
const printedUrl = 'http://127.0.0.1:8080'
/** `export NAME=$(curl … | grep -oE 'pattern' | head -1)`: the first match in the reply, for the commands below. */
const kept = /^export (?<name>\w+)=\$\((?<curl>curl .*?) \| grep -oE '(?<pattern>[^']+)'(?: \| head -1)?\)$/

test('a newcomer types the commands of the quick start in order, and each does what is printed below it', async () => {
  await using world = await createWorld()
  const { partner, apiKey, product } = await seedProgramme(world.app)
  const topups = await notifiedAt(world, partner.id)
  // What `npm start` prints.
  const variables: Record<string, string> = {
    FLORIN_PARTNER_KEY: apiKey!.reveal(),
    FLORIN_CARD_PRODUCT: product.id,
  }
  const { path, text } = read('docs/partner-guide/quick-start.md')
  const [given, ...rest] = printedBlocks(path, text)
  expect(given!.text.match(/(?<=export )\w+/g)).toEqual(Object.keys(variables))
  const blocks = rest.filter(({ text: commands }) => commands !== 'export FLORIN_STAGING_NETWORK=nk_test_…')
  expect(blocks).toHaveLength(rest.length - 1)
  variables.FLORIN_STAGING_NETWORK = world.app.networkConnections.get('staging')!.reveal()

  let typed = 0
  for (const { text: commands, reply } of blocks) {
    let last: unknown
    for (const line of commands.split('\n')) {
      typed++
      // The workers of a server that runs take less than that.
      if (line === 'sleep 2') await world.runUntilIdle()
      else if (line === 'echo $ID_PAGE $ADDRESS_PAGE') await opensPages(world, variables)
      else if (line === 'echo topup.html') await topups.pays(String(last))
      else last = await types(world, line, variables)
    }
    if (reply !== undefined) expect(asPrinted(last, reply), commands).toMatchObject(reply as object)
  }
  expect(typed).toBeGreaterThan(20)
  await world.runUntilIdle()
  expect((await world.verify()).differences).toEqual([])
})

/** What the reader does in a browser. */
async function opensPages(world: World, variables: Record<string, string>): Promise<void> {
  const page = (name: string) => visitorAt(world, new URL(variables[name]!).pathname)
  await fillsInPassport(page('ID_PAGE'))
  await fillsInAddress(world, page('ADDRESS_PAGE'))
}

/** The site of topups, whose notifications the test passes on, since nobody reaches a world over the network. */
async function notifiedAt(world: World, partnerId: PartnerId) {
  const { directory, db } = world.app
  const siteId = (await settingsOf(db, partnerId)).topupSite!
  const receiver = await openReceiver()
  onTestFinished(() => receiver.close())
  await directory.changeSite({ by, siteId, changes: { notificationUrl: receiver.url } })
  return {
    /** The reader opens the page of a topup and pays. */
    pays: async (page: string) => {
      const signed = { jsonRequest: fieldOf(page, 'jsonRequest'), checksum: fieldOf(page, 'checksum') }
      await (await sendForm({ http: world.http, privateKey: '' }, { orderId: '', signed })).pays()
      await world.runUntilIdle()
      for (const { body: payload } of receiver.requests) {
        const headers = { 'content-type': 'application/x-www-form-urlencoded' }
        await world.http.inject({ method: 'POST', url: `/topups/notifications/${siteId}`, headers, payload })
      }
    },
  }
}
const by = { actor: 'test', fromWhere: 'test' }

async function types(world: World, line: string, variables: Record<string, string>): Promise<unknown> {
  const { name, curl, pattern } = kept.exec(line)?.groups ?? {}
  const [words] = commandsOf(curl ?? line, variables)
  expect(words?.[0], line).toBe('curl')
  const { method, url, headers, payload } = curlRequest(words!)
  expect(url.origin, line).toBe(printedUrl)
  const path = `${url.pathname}${url.search}`
  const answer = await world.http.inject({ method, url: path, headers, ...(payload && { payload }) })
  expect(answer.statusCode, `${line}\n${answer.body}`).toBeLessThan(300)
  if (name !== undefined) variables[name] = new RegExp(pattern!).exec(answer.body)![0]
  return String(answer.headers['content-type']).startsWith('text/html') ? answer.body : answer.json()
}

test('the pages of the partner guide are the quick start and those that it leads to', () => {
  const { text } = read('docs/partner-guide/quick-start.md')
  const pages = tracked.filter((path) => path.startsWith('docs/partner-guide/'))
  const unlinked = pages.map((path) => path.split('/').at(-1)!).filter((name) => !text.includes(`(${name})`))
  expect(unlinked).toEqual(['quick-start.md'])
})
