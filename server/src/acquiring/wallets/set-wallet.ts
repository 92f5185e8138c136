import type { WalletType } from '#connectors/acquirer/port.ts'
import { type Author, auditEntry, platformOwner } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { Secret } from '#kernel/base/secret.ts'
import { commit, decide, increase, insert, type Ref, ref, update, type Write } from '#kernel/db/commit/commit.ts'
import type { WalletAccount, WalletKey } from './account.ts'
import type { WalletsContext } from './context.ts'
import { sealWalletKey } from './keys.ts'
import { refuse } from './refusals.ts'
import { walletAccounts } from './store.ts'
import type { WalletKeyId, WalletKeyKind } from './tables.ts'

/** What is set of a wallet, checked. Absent: it stays as it is. */
export type WalletChange = {
  wallet: WalletType
  isTest: boolean
  recipient?: string | undefined
  trust?: string | undefined
  merchantId?: string | undefined
  domainAssociation?: string | undefined
  keys: readonly NewWalletKey[]
}
export type NewWalletKey = { kind: WalletKeyKind; certificate: string | undefined; secret: Secret<string> }

/** The account of a wallet as it is now, if there is one. */
export const findAccount = async (
  { db }: Pick<WalletsContext, 'db'>,
  { wallet, isTest }: Pick<WalletChange, 'wallet' | 'isTest'>,
): Promise<WalletAccount | undefined> =>
  (await walletAccounts(db)).find((account) => account.wallet === wallet && account.isTest === isTest)

/**
 * Sets up a wallet or changes it, in one commit with its audit. A new key is used beside those that are there, so that
 * tokens for either open until the old one is ended. With another id the keys of the one before end.
 */
export const setWallet = (ctx: WalletsContext, { by, change }: { by: Author; change: WalletChange }): Promise<void> =>
  decide(async () => {
    const now = ctx.clock.now()
    const known = await findAccount(ctx, change)
    const recipient = change.recipient ?? known?.recipient
    if (recipient === undefined) throw refuse('wallet_account_not_found')
    const as = ref('account')
    const account = known ? changed(known, change) : added(now, as, recipient, change)
    const ended = known && known.recipient !== recipient ? known.keys : []
    const sealed = change.keys.map(({ kind, certificate, secret }) =>
      insert('wallets.keys', {
        account_id: known?.id ?? as,
        kind,
        certificate: certificate ?? null,
        sealed: sealWalletKey(ctx.keys, { ...change, kind }, secret),
        created_at: now,
        ended_at: null,
      }),
    )
    const writes = [
      account,
      ...ended.map((key) => ending(now, key)),
      ...sealed,
      audited(now, by, { recipient, change }),
    ]
    await commit(ctx, now, writes, 'set-wallet')
  })

function added(now: Instant, as: Ref, recipient: string, change: WalletChange): Write {
  const { wallet, isTest, trust, merchantId, domainAssociation } = change
  return insert(
    'wallets.accounts',
    {
      wallet,
      test: isTest,
      recipient,
      trust: trust ?? '',
      merchant_id: merchantId ?? null,
      domain_association: domainAssociation ?? null,
      created_at: now,
    },
    { as, onDuplicate: { one_account_each: 'stale' } },
  )
}

function changed({ id, version }: WalletAccount, change: WalletChange): Write {
  const { recipient, trust, merchantId, domainAssociation } = change
  const set = {
    version: increase(1n),
    ...(recipient !== undefined && { recipient }),
    ...(trust !== undefined && { trust }),
    ...(merchantId !== undefined && { merchant_id: merchantId }),
    ...(domainAssociation !== undefined && { domain_association: domainAssociation }),
  }
  return update('wallets.accounts', { set, where: { id, version } })
}

/** Ends a key: tokens that are encrypted for it open no more. Refuses the last one that opens any. */
export const endWalletKey = (ctx: WalletsContext, { by, id }: { by: Author; id: WalletKeyId }): Promise<void> =>
  decide(async () => {
    const now = ctx.clock.now()
    const accounts = await walletAccounts(ctx.db)
    const account = accounts.find(({ keys }) => keys.some((key) => key.id === id))
    const key = account?.keys.find((one) => one.id === id)
    if (!account || !key) throw refuse('wallet_key_not_found', { field: 'keyId' })
    const alike = account.keys.filter(({ kind }) => kind === key.kind)
    if (key.kind !== 'identity' && alike.length === 1)
      throw refuse('wallet_key_is_last', { field: 'keyId', wallet: account.wallet })
    const guarded = update('wallets.accounts', {
      set: { version: increase(1n) },
      where: { id: account.id, version: account.version },
    })
    const writes = [
      guarded,
      ending(now, key),
      auditEntry(now, by, { ...about(account.wallet), action: 'walletKeyEnded', after: { key: id, kind: key.kind } }),
    ]
    await commit(ctx, now, writes, 'set-wallet')
  })

const ending = (now: Instant, { id }: WalletKey): Write =>
  update('wallets.keys', { set: { ended_at: now }, where: { id, ended_at: null } })

const about = (wallet: WalletType) => ({ owner: platformOwner, subject: { type: 'wallet', id: wallet } })

/** What was set, without what is secret. */
const audited = (now: Instant, by: Author, { recipient, change }: { recipient: string; change: WalletChange }): Write =>
  auditEntry(now, by, {
    ...about(change.wallet),
    action: 'walletChanged',
    after: {
      recipient,
      test: change.isTest,
      ...(change.merchantId !== undefined && { merchantId: change.merchantId }),
      trustChanged: change.trust !== undefined,
      domainAssociationChanged: change.domainAssociation !== undefined,
      keys: change.keys.map(({ kind }) => kind),
    },
  })
