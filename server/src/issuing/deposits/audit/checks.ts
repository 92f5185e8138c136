import { ECDH } from 'node:crypto'
import { HDKey } from '@scure/bip32'
import { getAddress, keccak256 } from 'viem/utils'
import type { Check, Findings } from '#kernel/audit/findings.ts'
import { historyRules } from '#kernel/audit/history-rules.ts'
import { checkRules, type Rule } from '#kernel/audit/rule.ts'
import type { Reader } from '#kernel/db/db.ts'

/** A list of its own, so that a mistake in the table of the program is found. */
const legal = [
  '- see seen',
  'seen confirm confirmed',
  'seen drop orphaned',
  'confirmed drop orphaned',
  'confirmed finalise final',
  'orphaned include seen',
]

const deposit = `select 'deposit ' || d.id as about, 'deposits.deposits where id = ''' || d.id || '''' as look`

const rules: readonly Rule[] = [
  ...historyRules({
    what: 'deposit',
    table: 'deposits.deposits',
    transitions: 'deposits.deposit_transitions',
    key: 'deposit_id',
    legal,
  }),
  {
    wrong: 'it has not as many confirmations as its status says',
    rows: `${deposit}, d.status || ' with ' || d.confirmations as actual, 'of ' || d.needed as should
      from deposits.deposits d where case d.status when 'orphaned' then d.confirmations <> 0
        when 'seen' then d.confirmations not between 1 and d.needed - 1 else d.confirmations <> d.needed end order by d.id`,
  },
  {
    wrong: 'its confirmations are not the blocks that were read since its own',
    rows: `${deposit}, d.confirmations::text as actual, (c.block_number - d.block_number + 1)::text as should
      from deposits.deposits d join deposits.cursors c on c.id = d.chain_id
      where d.status = 'seen' and d.confirmations <> c.block_number - d.block_number + 1
        -- A look under way has recorded some of many deposits, and moves the cursor with the last of them.
        and (c.leased_until is null or d.confirmations < c.block_number - d.block_number + 1) order by d.id`,
  },
  {
    wrong: 'it is not in the block of its last transition',
    rows: `${deposit}, d.block_number || ' ' || d.block_hash as actual, t.block_number || ' ' || t.block_hash as should
      from deposits.deposits d cross join lateral (select * from deposits.deposit_transitions where deposit_id = d.id order by id desc limit 1) t
      where t.block_number <> d.block_number or t.block_hash <> d.block_hash order by d.id`,
  },
  {
    wrong: 'its asset is another chain’s, or another contract’s',
    rows: `${deposit}, coalesce(d.contract, 'the coin') || ' of chain ' || d.chain_id as actual,
        coalesce(a.contract, 'the coin') || ' of chain ' || a.chain_id as should
      from deposits.deposits d join deposits.assets a on a.id = d.asset_id
      where a.chain_id <> d.chain_id or a.contract is distinct from d.contract order by d.id`,
  },
  {
    wrong: 'its index may be used again',
    rows: `
      select 'deposit address ' || a.id as about, a.key_index::text as actual, 'below ' || k.next_index as should,
             'deposits.keys where id = ' || k.id as look
      from deposits.addresses a join deposits.keys k on k.id = a.key_id where a.key_index >= k.next_index order by a.id`,
  },
  {
    wrong: 'nothing reads it',
    rows: `
      select 'chain ' || c.id as about, 'no cursor' as actual, 'deposits.chains where id = ' || c.id as look
      from deposits.chains c left join deposits.cursors r on r.id = c.id where r.id is null order by c.id`,
    should: 'a cursor',
  },
]

type AddressRow = { id: bigint; xpub: string; key_index: number; address: string }

/** Each address is that of its key and its index: coins that are sent elsewhere are lost, or another's. */
async function checkAddresses(moment: Reader, findings: Findings): Promise<void> {
  const keys = new Map<string, HDKey>()
  for (let after = 0n; ; ) {
    const page = (await moment.run(
      `select a.id, k.xpub, a.key_index, a.address from deposits.addresses a join deposits.keys k on k.id = a.key_id
       where a.id > $1 order by a.id limit ${pageSize}`,
      [after],
    )) as AddressRow[]
    for (const { id, xpub, key_index: index, address } of page) {
      const should = addressOf(keys, xpub, index)
      if (should !== address)
        findings.differ({
          about: `deposit address ${id}`,
          wrong: 'it is not the address of its key and its index',
          actual: address,
          should,
          look: `deposits.addresses where id = ${id}`,
        })
    }
    if (page.length > 0) findings.checked('deposit addresses', page.length)
    if (page.length < pageSize) return
    after = page.at(-1)!.id
  }
}
const pageSize = 500

function addressOf(keys: Map<string, HDKey>, xpub: string, index: number): string {
  try {
    const key = keys.get(xpub) ?? HDKey.fromExtendedKey(xpub).derive('m/0')
    keys.set(xpub, key)
    const compressed = Buffer.from(key.deriveChild(index).publicKey!).toString('hex')
    const point = ECDH.convertKey(compressed, 'secp256k1', 'hex', 'hex', 'uncompressed') as string
    return getAddress(`0x${keccak256(`0x${point.slice(2)}`).slice(26)}`)
  } catch {
    return 'none: the key cannot be read'
  }
}

export const checks: readonly Check[] = [
  { name: 'deposits', check: (moment, findings) => checkRules(moment, findings, rules) },
  { name: 'deposit addresses', check: checkAddresses },
]
