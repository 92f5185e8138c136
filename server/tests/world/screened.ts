import { onTestFinished } from 'vitest'
import type { Staff } from '#core/access'
import { readHolderId } from '#issuing/ids'
import { decideHit, type Hit, type PersonFacts } from '#issuing/screening'
import { openPartner } from './partner.ts'
import { openCardholder, openProduct } from './programme.ts'
import { compliance, type ListedPerson, ofacXml, others } from './sanctions.ts'
import { createWorld } from './world.ts'

/** On the seventh of October, as the one on the list. */
const born = (year: number) => Temporal.PlainDate.from({ year, month: 10, day: 7 })
export const tavioHimself: PersonFacts = { names: ['Tavio Brenholm'], birthDate: born(1962), countries: ['IR'] }
export const namesake: PersonFacts = { names: ['Tavio Brenholm'], birthDate: born(1994), countries: ['RO'] }
export const ana: PersonFacts = { names: ['Ana Popescu'], birthDate: born(1994), countries: ['RO'] }
/** Those people, and others whom no customer is like. */
export const list = (...people: readonly ListedPerson[]) => ofacXml([...people, ...others])

/** A partner whose customers have an account, and everything that screening needs. */
export async function openScreened(environment: Record<string, string> = {}) {
  const world = await createWorld({ environment })
  onTestFinished(() => world[Symbol.asyncDispose]())
  const partner = await openPartner(world)
  const product = await openProduct(world, partner)
  const customer = async () => {
    const holder = await openCardholder(world, partner, product)
    return { ...holder, holderId: readHolderId(holder.customerId)! }
  }
  const decides = (
    hit: Hit | undefined,
    decision: 'clear' | 'confirm' | 'reopen',
    reason = 'compared with the passport',
  ) => decideHit(world.app, { by: { ...compliance, reason }, hitId: hit!.id, decision })
  const decidesAs = ({ id }: Pick<Staff, 'id'>, hit: Hit | undefined, decision: 'clear' | 'confirm') =>
    decideHit(world.app, { by: { ...compliance, actor: `staff ${id}`, staffId: id }, hitId: hit!.id, decision })
  return { world, app: world.app, partner, customer, decides, decidesAs }
}
