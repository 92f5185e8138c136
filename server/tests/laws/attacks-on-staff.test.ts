import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { checkBound } from '#kernel/audit/check-bound.ts'
import { type Difference, Findings } from '#kernel/audit/findings.ts'
import { type Attacker, openAttacker, rememberRows } from '../world/attacker.ts'
import {
  newPassword,
  openCardUnderAttack,
  openStaffUnderAttack,
  setsPassword,
  type UnderAttack,
} from '../world/staff-under-attack.ts'
import { createWorld } from '../world/world.ts'
import { type Attack, attackedTables, attacks, type Old } from './attacks-on-staff.ts'

/**
 * What somebody with the rights of the program's role, without its keys, does to the rows of staff: it gains nothing, and
 * `verify` names the row.
 */

test('what is written to the rows of staff without the keys gains nothing', async () => {
  await using world = await openWorld()
  const attacker = await openAttacker(world.databaseUrl)
  const at = await openStaffUnderAttack(world)
  const old = {
    used: await attacker.row('access.approvals', at.approvals.used),
    olga: await attacker.row('access.staff', at.olga.id),
  }
  await at.approvals.uses()
  await setsPassword(world, at.olga.id, newPassword)
  const repair = await rememberRows(world.databaseUrl, attackedTables)
  const outcomes: unknown[] = []
  for (const [sentence, attack] of Object.entries(attacks)) {
    outcomes.push([sentence, await outcomeOf(attack, { at, attacker, old })])
    await repair()
  }
  expect(outcomes).toEqual(
    Object.entries(attacks).map(([sentence, { names }]) => [sentence, names ? ['named', undefined] : 'refused']),
  )
})

async function outcomeOf(
  { does, values, names, gains }: Attack,
  { at, attacker, old }: { at: UnderAttack; attacker: Attacker; old: Old },
): Promise<unknown> {
  const statement = attacker.does(does(at), values?.(old))
  if (!names) return statement.then(() => 'done', refusedByDatabase)
  await statement
  const { what, id } = names(at)
  const differences = await rowsWithoutCodes(at)
  const isNamed = differences.some(({ about, should }) => about === `${what} ${id}` && should.startsWith('a row'))
  return [isNamed ? 'named' : differences, await gains?.(at)]
}

/** The part of `verify` that names them: the rest of it would find nothing else, and costs ten times as much. */
async function rowsWithoutCodes({ world: { app } }: UnderAttack): Promise<readonly Difference[]> {
  const findings = new Findings()
  await app.db.snapshot((moment) => checkBound(moment, findings, app.db.bound!))
  return findings.report().differences
}

/** A code is unique, and none comes back. */
const refusedByDatabase = ({ message }: Error) =>
  /_mac"|has a code that was retired/.test(message) ? 'refused' : message

/** The database forgets what has expired by its own clock, so it is not ahead. */
const openWorld = () =>
  createWorld({
    at: Temporal.Instant.from('2031-03-01T09:00:00Z'),
    environment: { FLORIN_APPROVALS: 'merchants:close' },
  })

test('a key of access tokens that is inserted or replaced shows no card', async () => {
  await using world = await openWorld()
  const attacker = await openAttacker(world.databaseUrl)
  const { accessToken, shows } = await openCardUnderAttack(world)
  expect(await shows(accessToken)).toMatch(/^\d{16}$/)
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const x = publicKey.export({ format: 'jwk' }).x!
  const [head] = accessToken.split('.')
  const { kid } = JSON.parse(Buffer.from(head!, 'base64url').toString())
  await attacker.does(`insert into access.token_keys (kid, public_key, sealed, created_at, signs_from, expires_at)
    select 'own', '${x}', '\\xff00', created_at, signs_from, expires_at from access.token_keys`)
  expect(await shows(signedAs(accessToken, 'own', privateKey))).toBeUndefined()
  await attacker.does(`insert into access.token_keys (kid, public_key, sealed, created_at, signs_from, expires_at, mac)
    select 'copy', '${x}', sealed, created_at, signs_from, expires_at, null from access.token_keys where kid = '${kid}'`)
  world.clock.pass({ seconds: 10 })
  for (const own of ['own', 'copy']) expect(await shows(signedAs(accessToken, own, privateKey))).toBeUndefined()
  expect(await shows(accessToken)).toMatch(/^\d{16}$/)
  await attacker.does(`with old as (delete from access.token_keys where kid = '${kid}' returning *)
    insert into access.token_keys (kid, public_key, sealed, created_at, signs_from, expires_at)
    select kid, '${x}', sealed, created_at, signs_from, expires_at from old`)
  world.clock.pass({ seconds: 10 })
  expect(await shows(signedAs(accessToken, kid, privateKey))).toBeUndefined()
  const { differences } = await world.verify()
  for (const one of ['own', 'copy', kid])
    expect(differences.map(({ about }) => about)).toContain(`key of access tokens ${one}`)
})

/** The claims of a token, signed with another key. */
function signedAs(token: string, kid: string, key: KeyObject): string {
  const [, claims] = token.split('.')
  const head = Buffer.from(JSON.stringify({ alg: 'EdDSA', kid, typ: 'at+jwt' })).toString('base64url')
  return `${head}.${claims}.${sign(null, Buffer.from(`${head}.${claims}`), key).toString('base64url')}`
}
