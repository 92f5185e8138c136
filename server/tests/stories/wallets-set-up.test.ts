import { createHash } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import {
  endWalletKey,
  findAccount,
  openTestWallets,
  openWalletCard,
  paramsOf,
  readAppleSetup,
  readGoogleSetup,
  setWallet,
  validateMerchant,
} from '#acquiring/wallets'
import { merchantIdExtension } from '#connectors/wallet/apple/certificates.ts'
import { derOf } from '#connectors/wallet/apple/der.ts'
import { makeAppleToken } from '#connectors/wallet/sandbox/apple-token.ts'
import { certify, newKey, pemOf } from '#connectors/wallet/sandbox/certificates.ts'
import { makeGoogleToken } from '#connectors/wallet/sandbox/google-token.ts'
import { generateTestIssuer, readTestIssuer, rootKeysOf } from '#connectors/wallet/sandbox/issuer.ts'
import { Secret } from '#kernel/base/secret.ts'
import { appleContent, googleContent } from '../../src/connectors/wallet/tokens-under-test.ts'
import { by } from '../world/author.ts'
import { createWorld } from '../world/world.ts'

const merchantId = 'merchant.example.bakery'
const issuer = readTestIssuer(generateTestIssuer())
const pem = (key: ReturnType<typeof newKey>) => new Secret(key.export({ format: 'pem', type: 'pkcs8' }).toString())

/** A key with its payment processing certificate, as Apple issues them. */
function processingPair(id = merchantId) {
  const key = newKey()
  const hash = createHash('sha256').update(id).digest('hex').toUpperCase()
  const value = derOf(0x0c, Buffer.from(hash))
  const marks = [{ type: merchantIdExtension, value }]
  const { der } = certify({ name: `Apple Pay Payment Processing:${id}`, isIssuer: false, privateKey: key, marks })
  return { key, pair: { key: pem(key), certificate: Buffer.from(pemOf(der)) } }
}
const nothing = {
  merchantId: undefined,
  processing: undefined,
  identity: undefined,
  root: undefined,
  domainAssociation: undefined,
}
const root = Buffer.from(issuer.apple.root)

async function openWorld() {
  const world = await createWorld()
  onTestFinished(() => world[Symbol.asyncDispose]())
  const { site } = await world.merchant({ wallets: ['applePay', 'googlePay'] })
  const rules = { known: undefined, now: world.clock.now(), testMode: true }
  return { world, app: world.app, site, rules }
}

test('what an operator gives of Apple Pay is tried: keys, certificates and ids have to fit each other', async () => {
  const { app, rules } = await openWorld()
  const { pair } = processingPair()
  const whole = { ...nothing, merchantId, root, processing: pair }
  const refused: [object, string][] = [
    [{ merchantId: 'example' }, '--merchant-id: must be a merchant id of Apple'],
    [{ processing: undefined }, '--processing-key: is missing'],
    [{ root: undefined }, '--root: is missing'],
    [{ root: Buffer.from('root') }, '--root: must be a root certificate'],
    [{ processing: { ...pair, key: new Secret('key') } }, '--processing-key: must be a private key in PEM'],
    [{ processing: { ...pair, certificate: Buffer.from('x') } }, '--processing-certificate: must be a certificate'],
    [{ processing: { ...pair, key: processingPair().pair.key } }, 'must be of the private key that is given with it'],
    [{ processing: processingPair('merchant.other').pair }, `must be of the merchant id ${merchantId}`],
    [{ domainAssociation: '\u0000' }, '--domain-association: must be the file'],
  ]
  for (const [change, rule] of refused) expect(() => readAppleSetup({ ...whole, ...change }, rules)).toThrow(rule)
  expect(() => readAppleSetup(whole, { ...rules, testMode: false })).toThrow('must be Apple Root CA - G3')
  await setWallet(app, { by, change: readAppleSetup(whole, rules) })
  expect(await findAccount(app, { wallet: 'applePay', isTest: false })).toMatchObject({ recipient: merchantId })
})

test('a key is followed by the next one without a payment lost, and an ended key opens nothing', async () => {
  const { world, app, site, rules } = await openWorld()
  const [older, newer] = [processingPair(), processingPair()]
  await setWallet(app, { by, change: readAppleSetup({ ...nothing, merchantId, root, processing: older.pair }, rules) })
  const known = await findAccount(app, { wallet: 'applePay', isTest: false })
  await setWallet(app, { by, change: readAppleSetup({ ...nothing, processing: newer.pair }, { ...rules, known }) })
  const merchantIdHash = createHash('sha256').update(merchantId).digest()
  const opens = async (publicKey: ReturnType<typeof newKey>) => {
    const token = makeAppleToken({
      issuer: issuer.apple,
      publicKey,
      merchantIdHash,
      content: appleContent,
      signedAt: world.clock.now(),
    })
    const input = { type: 'applePay', token, field: 'data', typeField: 'type' } as const
    return openWalletCard(app, { site, input, amount: { minor: 1250n, currency: 'EUR' } }).then(
      () => 'opened',
      ({ details }) => details.fault,
    )
  }
  expect([await opens(older.key), await opens(newer.key)]).toEqual(['opened', 'opened'])
  const [last, first] = (await findAccount(app, { wallet: 'applePay', isTest: false }))!.keys
  await endWalletKey(app, { by, id: first!.id })
  expect([await opens(older.key), await opens(newer.key)]).toEqual(['unknown_key', 'opened'])
  await expect(endWalletKey(app, { by, id: last!.id })).rejects.toMatchObject({ code: 'wallet_key_is_last' })
})

test('Google Pay is set up with its id, a key and the list of Google’s signing keys', async () => {
  const { app, site, world, rules } = await openWorld()
  const key = newKey()
  const whole = { gatewayId: 'bakeries', merchantId: undefined, privateKey: pem(key), rootKeys: rootKeysOf(issuer) }
  for (const [change, rule] of [
    [{ gatewayId: undefined }, '--gateway-id: is missing'],
    [{ privateKey: new Secret('x') }, '--private-key: must be a private key of the curve P-256'],
    [{ rootKeys: '[]' }, '--root-keys: must be the list'],
    [{ rootKeys: '{"keys":[]}' }, '--root-keys: must have a key for ECv2'],
  ] as const)
    expect(() => readGoogleSetup({ ...whole, ...change }, rules)).toThrow(rule)
  await setWallet(app, { by, change: readGoogleSetup(whole, rules) })
  const content = { ...googleContent, gatewayMerchantId: `googlePay_${site.id}` }
  const keyExpiresAt = world.clock.now().add({ hours: 1 })
  const token = makeGoogleToken({
    issuer: issuer.google,
    publicKey: key,
    recipientId: 'gateway:bakeries',
    content,
    keyExpiresAt,
  })
  const input = { type: 'googlePay', token, field: 'data', typeField: 'type' } as const
  const { card } = await openWalletCard(app, { site, input, amount: { minor: 500n, currency: 'EUR' } })
  expect(card).toMatchObject({ brand: 'mastercard', wallet: 'googlePay' })
})

test('the test wallet counts in staging only, and gives way to the wallet itself', async () => {
  const { app, site, rules } = await openWorld()
  await openTestWallets(app, by)
  await openTestWallets(app, by)
  expect(await paramsOf(app, site)).toMatchObject([
    { wallet: 'applePay', isTest: true },
    { wallet: 'googlePay', isTest: true, gatewayMerchantId: `googlePay_${site.id}` },
  ])
  expect(await paramsOf({ ...app, testMode: false }, site)).toEqual([])
  await setWallet(app, {
    by,
    change: readAppleSetup({ ...nothing, merchantId, root, processing: processingPair().pair }, rules),
  })
  expect((await paramsOf(app, site))[0]).toMatchObject({ isTest: false, merchantIdentifier: merchantId })
})

test('a merchant session is requested from hosts of Apple alone, and needs the merchant identity', async () => {
  const { app, site, rules } = await openWorld()
  await setWallet(app, {
    by,
    change: readAppleSetup({ ...nothing, merchantId, root, processing: processingPair().pair }, rules),
  })
  const refused = (validationUrl: string) =>
    validateMerchant(app, { site, validationUrl, domain: 'pay.example' }).catch(({ code }) => code)
  for (const url of [
    'https://apple-pay-gateway.apple.com.evil.example/paymentservices/startSession',
    'https://evil.example/apple-pay-gateway.apple.com',
    'https://apple-pay-gateway.apple.com@evil.example/',
    'https://apple-pay-gateway.apple.com:8443/',
    'http://apple-pay-gateway.apple.com/',
    'https://169.254.169.254/',
    'not an address',
  ])
    expect(await refused(url), url).toBe('validation_host_refused')
  expect(await refused('https://apple-pay-gateway-nc-pod1.apple.com/paymentservices/startSession')).toBe(
    'validation_failed',
  )
})
