import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChainNode, openChainNode } from '../world/chain-node.ts'
import { codeIn, mailOf } from '../world/mail.ts'
import { openPartner, type PartnerFixture } from '../world/partner.ts'
import { createWorld, type World } from '../world/world.ts'

describe('a wallet that is a contract logs in where its chain is read', () => {
  let world: World
  let node: ChainNode
  let otherNode: ChainNode
  let nordwind: PartnerFixture
  beforeAll(async () => {
    node = await openChainNode()
    otherNode = await openChainNode()
    world = await createWorld({ environment: { FLORIN_EVM_RPC_URLS: `1=${node.url},8453=${otherNode.url}` } })
    nordwind = await openPartner(world)
  })
  afterAll(async () => {
    await world[Symbol.asyncDispose]()
    await node[Symbol.asyncDispose]()
    await otherNode[Symbol.asyncDispose]()
  })

  const newAccount = () => privateKeyToAccount(generatePrivateKey())
  type Account = ReturnType<typeof newAccount>
  /** As such wallets do, with something of their own around the owner's signature. */
  const wrapped = (signature: string) => `0x${'ab'.repeat(32)}${signature.slice(2)}`
  const signed = async (purpose: string, walletAddress: string, owner: Account, chainId = 1) => {
    const body = { walletAddress, chainId }
    const challenge = (await nordwind.asApp('POST', `/auth/${purpose}/wallet/challenge`, { body })).body
    const signature = await owner.signMessage({ message: challenge.message as string })
    return { challengeId: challenge.challengeId, signature: wrapped(signature) }
  }
  const register = async (wallet: string, owner: Account, email: string) => {
    const body = { ...(await signed('register', wallet, owner)), email }
    const { registrationId } = (await nordwind.asApp('POST', '/auth/register/wallet', { body })).body
    await world.runUntilIdle()
    const code = codeIn((await mailOf(world, email)).at(-1)!)
    return nordwind.asApp('POST', '/auth/register/wallet/verify', { body: { registrationId, code } })
  }
  const logIn = async (wallet: string, owner: Account, chainId = 1) =>
    nordwind.asApp('POST', '/auth/login/wallet', { body: await signed('login', wallet, owner, chainId) })

  test('it registers and logs in with what its contract accepts, and with nothing else', async () => {
    const [wallet, owner] = [newAccount().address, newAccount()]
    node.deploy(wallet, owner.address)
    expect((await register(wallet, owner, 'contract@example.com')).status).toBe(201)
    expect((await logIn(wallet, owner)).status).toBe(200)
    expect((await logIn(wallet, newAccount())).body).toMatchObject({ code: 401, reason: 'invalid_signature' })
  })

  test('the contract of somebody else at the same address of another chain opens nothing', async () => {
    const [wallet, owner, thief] = [newAccount().address, newAccount(), newAccount()]
    node.deploy(wallet, owner.address)
    await register(wallet, owner, 'twochains@example.com')
    otherNode.deploy(wallet, thief.address)
    expect((await logIn(wallet, thief, 8453)).body).toMatchObject({ code: 401, reason: 'unknown_wallet' })
    expect((await logIn(wallet, owner)).status).toBe(200)
  })

  test('an address without a contract accepts nothing', async () => {
    const { body } = await logIn(newAccount().address, newAccount())
    expect(body).toMatchObject({ code: 401, reason: 'invalid_signature' })
  })

  test('on a chain that is not read it is refused with the chain that is missing', async () => {
    const { body } = await logIn(newAccount().address, newAccount(), 137)
    expect(body).toMatchObject({ code: 400, reason: 'contract_wallet_not_supported' })
    expect(body.message).toContain('chain 137')
  })

  test('books and seals agree with everything that was done', async () => {
    await world.runUntilIdle()
    expect((await world.verify()).differences).toEqual([])
  })

  test('when the node fails, the reply asks to try again, and the login is neither accepted nor refused', async () => {
    const [wallet, owner] = [newAccount().address, newAccount()]
    node.fail()
    const { status, body, headers } = await logIn(wallet, owner)
    expect([status, body.reason, headers['retry-after']]).toEqual([429, 'chain_unreachable', '5'])
  })
})
