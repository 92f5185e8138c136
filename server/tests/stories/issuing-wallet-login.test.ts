import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { parseSiweMessage } from 'viem/siwe'
import { keccak256 } from 'viem/utils'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bech32 } from '../world/bech32.ts'
import { codeIn, mailOf } from '../world/mail.ts'
import { openPartner, type PartnerFixture } from '../world/partner.ts'
import { createWorld, type World } from '../world/world.ts'

type Wallet = { address: string; sign(message: string): Promise<string> }

function evmWallet(): Wallet {
  const account = privateKeyToAccount(generatePrivateKey())
  return { address: account.address, sign: (message) => account.signMessage({ message }) }
}

function multiversxWallet(): Wallet {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const bytes = Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url')
  return { address: bech32('erd', bytes), sign: async (message) => signMultiversx(privateKey, message) }
}

const signMultiversx = (key: KeyObject, message: string): string => {
  const prefixed = `\x17Elrond Signed Message:\n${Buffer.byteLength(message)}${message}`
  return sign(null, Buffer.from(keccak256(Buffer.from(prefixed)).slice(2), 'hex'), key).toString('hex')
}

describe('a customer registers and logs in with a wallet', () => {
  let world: World
  let nordwind: PartnerFixture
  let other: PartnerFixture
  beforeAll(async () => {
    world = await createWorld()
    nordwind = await openPartner(world)
    other = await openPartner(world, 'Another Bank')
  })
  afterAll(() => world[Symbol.asyncDispose]())

  const challenge = async (purpose: 'register' | 'login', walletAddress: string, as = nordwind) => {
    const { body } = await as.asApp('POST', `/auth/${purpose}/wallet/challenge`, { body: { walletAddress } })
    return body as { challengeId: string; message: string; expiresIn: number }
  }
  const register = async (wallet: Wallet, email: string) => {
    const { challengeId, message } = await challenge('register', wallet.address)
    const body = { challengeId, signature: await wallet.sign(message), email }
    const { registrationId } = (await nordwind.asApp('POST', '/auth/register/wallet', { body })).body
    await world.runUntilIdle()
    const code = codeIn((await mailOf(world, email)).at(-1)!)
    return nordwind.asApp('POST', '/auth/register/wallet/verify', { body: { registrationId, code } })
  }
  const signed = async (wallet: Wallet) => {
    const { challengeId, message } = await challenge('login', wallet.address)
    return { challengeId, signature: await wallet.sign(message) }
  }
  const logIn = (body: object, as = nordwind) => as.asApp('POST', '/auth/login/wallet', { body })

  test.each([
    ['EVM', evmWallet],
    ['MultiversX', multiversxWallet],
  ])('%s: the signature and the code make the customer, who logs in with another signature', async (name, open) => {
    const wallet = open()
    const registered = await register(wallet, `${name}@example.com`)
    expect(registered.status).toBe(201)
    expect(registered.body.customerId).toMatch(/^cust_/)
    const login = await logIn(await signed(wallet))
    expect(login.status).toBe(200)
    expect((await nordwind.withToken(login.body.accessToken as string)('GET', '/accounts')).status).toBe(200)
  })

  test('the message names domain, address, purpose and partner, and expires after five minutes', async () => {
    const { address } = evmWallet()
    const { challengeId, message, expiresIn } = await challenge('login', address)
    const now = world.clock.now()
    expect(expiresIn).toBe(300)
    expect(parseSiweMessage(message)).toMatchObject({
      domain: 'florin.test',
      address,
      statement: `Log in as a customer of partner ${nordwind.partner.id}.`,
      uri: 'http://florin.test/v1/auth/login/wallet',
      chainId: 1,
      requestId: challengeId,
      nonce: expect.stringMatching(/^[0-9a-f]{32}$/),
      expirationTime: new Date(now.add({ minutes: 5 }).epochMilliseconds),
    })
  })

  test('a challenge works once, also when two requests bring it at the same moment', async () => {
    const wallet = evmWallet()
    await register(wallet, 'race@example.com')
    const body = await signed(wallet)
    const replies = await Promise.all(Array.from({ length: 5 }, () => logIn(body)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400])
    expect((await logIn(body)).body).toMatchObject({ code: 400, reason: 'invalid_challenge' })
  })

  test('a challenge lives for five minutes', async () => {
    const wallet = evmWallet()
    await register(wallet, 'slow@example.com')
    const body = await signed(wallet)
    world.clock.pass({ minutes: 5 })
    expect((await logIn(body)).body).toMatchObject({ reason: 'invalid_challenge' })
  })

  test('a challenge of another partner or purpose is none', async () => {
    const wallet = evmWallet()
    await register(wallet, 'bound@example.com')
    const body = await signed(wallet)
    expect((await logIn(body, other)).body).toMatchObject({ reason: 'invalid_challenge' })
    const forRegistration = await challenge('register', wallet.address)
    const { challengeId, message } = forRegistration
    expect((await logIn({ challengeId, signature: await wallet.sign(message) })).body).toMatchObject({
      reason: 'invalid_challenge',
    })
  })

  test('the signature of another wallet is refused, and the right one still works', async () => {
    const wallet = evmWallet()
    await register(wallet, 'owner@example.com')
    const { challengeId, message } = await challenge('login', wallet.address)
    const stolen = await logIn({ challengeId, signature: await evmWallet().sign(message) })
    expect(stolen.body).toMatchObject({ code: 401, reason: 'invalid_signature' })
    expect((await logIn({ challengeId, signature: await wallet.sign(message) })).status).toBe(200)
  })

  test('a message that is sent along must be the one of the challenge, byte for byte', async () => {
    const wallet = evmWallet()
    await register(wallet, 'bytes@example.com')
    const { challengeId, message } = await challenge('login', wallet.address)
    const signature = await wallet.sign(message)
    const changed = await logIn({ challengeId, signature, message: `${message}\n` })
    expect(changed.body).toMatchObject({ reason: 'wrong_message', field: 'message' })
    expect((await logIn({ challengeId, signature, message })).status).toBe(200)
  })

  test('a signature of a contract wallet is refused with what to do', async () => {
    const { challengeId } = await challenge('login', evmWallet().address)
    const { body } = await logIn({ challengeId, signature: `0x${'ab'.repeat(300)}` })
    expect(body).toMatchObject({ code: 400, reason: 'contract_wallet_not_supported', field: 'signature' })
    expect(body.message).toContain('chain 1')
  })

  test('a wallet that no customer has gets a challenge like any other, and no tokens', async () => {
    const stranger = evmWallet()
    const login = await logIn(await signed(stranger))
    expect(login.body).toMatchObject({ code: 401, reason: 'unknown_wallet' })
  })

  test('a wallet that only the partner had named is proven by the login', async () => {
    const wallet = multiversxWallet()
    const body = { email: 'named@example.com', walletAddress: wallet.address }
    await nordwind.asServer('POST', '/auth/register/partner', { body })
    expect((await logIn(await signed(wallet))).status).toBe(200)
    const rows = await world.query(`select verified from holders.wallets where address = '${wallet.address}'`)
    expect(rows).toEqual([{ verified: true }])
  })

  test('a wallet belongs to one customer of a partner', async () => {
    const wallet = evmWallet()
    await register(wallet, 'first@example.com')
    expect((await register(wallet, 'second@example.com')).body).toMatchObject({ code: 409, reason: 'wallet_taken' })
  })

  test('books and seals agree with everything that was done', async () => {
    await world.runUntilIdle()
    expect((await world.verify()).differences).toEqual([])
  })
})
