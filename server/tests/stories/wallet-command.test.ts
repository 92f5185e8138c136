import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { walletAccounts, walletExpiries } from '#acquiring/wallets'
import { merchantIdExtension } from '#connectors/wallet/apple/certificates.ts'
import { derOf } from '#connectors/wallet/apple/der.ts'
import { certify, newKey, pemOf } from '#connectors/wallet/sandbox/certificates.ts'
import { generateTestIssuer, readTestIssuer, rootKeysOf } from '#connectors/wallet/sandbox/issuer.ts'
import { checkWallets } from '../../src/app/doctor/check-wallets.ts'
import { setKept } from '../../src/cli/with-app.ts'
import { keptOf, openCommandLine } from '../recordings/command-line.ts'
import { guideBlocks } from '../world/guides.ts'
import { counting, scrape } from '../world/scrape.ts'
import { createWorld, type World } from '../world/world.ts'

const merchantId = 'merchant.com.example.pay'

test('an operator types the guide of wallets with the files of their accounts, and no key is shown', async () => {
  const world = await createWorld({ environment: counting })
  onTestFinished(() => world[Symbol.asyncDispose]())
  setKept(keptOf(world))
  const { runs } = openCommandLine(world)
  const files = filesOfAccounts()
  const types = async (begin: string) => {
    const line = guideBlocks('docs/operating/wallets.md')
      .flatMap(({ lines }) => lines)
      .find((one) => one.startsWith(begin))!
    const { printed, error } = await runs(
      line
        .split(' ')
        .slice(1)
        .map((word) => files.get(word) ?? word),
    )
    return error?.message ?? printed
  }

  expect(await types('florin wallet apple')).toMatch(
    /^Apple Pay: merchant\.com\.example\.pay\n[\s\S]*domain association {2}set/,
  )
  expect(await types('florin wallet google')).toMatch(
    /^Google Pay: gateway:examplepay\n[\s\S]*merchant id {9}BCR2DN4T6OKKN3DX/,
  )
  const shown = await types('florin wallet show')
  expect(shown).toMatch(/Apple Pay[\s\S]*Google Pay/)
  expect(shown).not.toContain('PRIVATE')
  // The guide ends a key that has a successor; each of these is the only one of its kind.
  const [, last] = /\n(\d+) +decrypt/.exec(shown) ?? []
  expect((await runs(['wallet', 'end-key', last!])).error?.message).toContain('Add its successor first')

  await warnsBeforeTheEnd(world)
})

/** A month before the list of Google's keys ends doctor warns, and after its end it is wrong; metrics count the seconds. */
async function warnsBeforeTheEnd({ app }: World): Promise<void> {
  const { expiresAt } = walletExpiries(await walletAccounts(app.db)).find(({ part }) => part === 'signing_keys')!
  const states = async (now: Temporal.Instant) => {
    const findings = await checkWallets({ db: app.db, clock: { ...app.clock, now: () => now } })
    return Object.fromEntries(findings.map(({ about, state }) => [about, state]))
  }
  const list = 'Google Pay: list of signing keys'
  expect(await states(app.clock.now())).toEqual({
    'Apple Pay: payment processing certificate': 'ok',
    'Apple Pay: merchant identity certificate': 'ok',
    'Apple Pay: root certificate': 'ok',
    [list]: 'ok',
  })
  expect((await states(expiresAt.subtract({ hours: 24 * 29 })))[list]).toBe('warning')
  expect((await states(expiresAt))[list]).toBe('wrong')
  const left = (await scrape(app)).of('florin_wallet_valid_seconds', { wallet: 'googlePay', part: 'signing_keys' })
  expect(
    app.clock
      .now()
      .add({ seconds: Math.round(left) })
      .since(expiresAt)
      .abs()
      .total('minutes'),
  ).toBeLessThan(5)
}

/** What the guide calls the files that an operator has from Apple and Google, in a folder of their own. */
function filesOfAccounts(): ReadonlyMap<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'florin-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const issuer = readTestIssuer(generateTestIssuer())
  const [processing, identity] = [certified('Payment Processing'), certified('Merchant Identity')]
  const contents = {
    'AppleRootCA-G3.cer': issuer.apple.root,
    'processing.pem': processing.key,
    'apple_pay.cer': processing.certificate,
    'identity.pem': identity.key,
    'merchant_id.cer': identity.certificate,
    'apple-developer-merchantid-domain-association': '7B2276657273696F6E223A317D',
    'google.pem': pemOfKey(newKey()),
    'keys.json': rootKeysOf(issuer),
  }
  return new Map(
    Object.entries(contents).map(([name, content]) => {
      const path = join(folder, name)
      writeFileSync(path, content, { mode: 0o600 })
      return [name, path]
    }),
  )
}

const pemOfKey = (key: ReturnType<typeof newKey>): string => key.export({ format: 'pem', type: 'pkcs8' }).toString()

/** A key, and the certificate that Apple has issued for it and for our merchant id. */
function certified(what: string) {
  const privateKey = newKey()
  const hash = createHash('sha256').update(merchantId).digest('hex').toUpperCase()
  const marks = [{ type: merchantIdExtension, value: derOf(0x0c, Buffer.from(hash)) }]
  const { der } = certify({ name: `Apple Pay ${what}:${merchantId}`, isIssuer: false, privateKey, marks })
  return { key: pemOfKey(privateKey), certificate: pemOf(der) }
}
