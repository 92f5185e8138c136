import { partnerOfHolder, walletsOf } from '#issuing/holders'
import type { HolderId } from '#issuing/ids'
import { announce, commit, decide, guard, insert, update, type Write } from '#kernel/db/commit/commit.ts'
import type { ScreeningContext } from './context.ts'
import type { Hit } from './hit.ts'
import type { EntryId } from './ids.ts'
import { entriesOfWallets } from './listed-wallet.ts'
import { matchPerson, type PersonFacts, type PersonMatch } from './matching/match-person.ts'
import { checkFacts, openFacts, sealFacts, textOfFacts } from './person-facts.ts'
import { planHits } from './plan-hits.ts'
import type { CurrentLists } from './screener.ts'
import { findPerson, hitsOf, type PersonRow } from './store.ts'
import { openHit, screening, transitionHit } from './transition-hit.ts'

/**
 * Compares a person with the current lists, and keeps the facts, sealed, for the comparisons with later ones. Returns
 * all hits of the person. Facts that are the same as before change nothing that was decided.
 */
export async function screenPerson(ctx: ScreeningContext, holderId: HolderId, unchecked: PersonFacts): Promise<Hit[]> {
  const facts = checkFacts(unchecked)
  return decide(async () => {
    const person = await findPerson(ctx.db, holderId)
    const before =
      person && openFacts({ keys: ctx.keys, holderId, factsNumber: person.factsNumber }, person.sealedFacts)
    const isSame = before !== undefined && textOfFacts(before) === textOfFacts(facts)
    const factsNumber = (person?.factsNumber ?? 0) + (isSame ? 0 : 1)
    const partnerId = person?.partnerId ?? (await partnerOfHolder(ctx.db, holderId))
    await compare(ctx, { holderId, partnerId, factsNumber, facts, person })
    return hitsOf(ctx.db, holderId)
  })
}

/**
 * Compares a person whose facts are known with the current lists again. Returns the number of new hits, of a person who was
 * erased meanwhile none.
 */
export const screenAgain = (ctx: ScreeningContext, holderId: HolderId): Promise<number | 'unreadable'> =>
  decide(async () => {
    const person = await findPerson(ctx.db, holderId)
    if (!person) return 0
    const { factsNumber, partnerId } = person
    const facts = factsOf(ctx, person)
    return !facts ? 'unreadable' : compare(ctx, { holderId, partnerId, factsNumber, facts, person })
  })

function factsOf({ keys, log }: ScreeningContext, { holderId, factsNumber, sealedFacts }: PersonRow) {
  try {
    return openFacts({ keys, holderId, factsNumber }, sealedFacts)
  } catch (error) {
    log.error({ holderId, err: error }, 'a person cannot be screened again, because the facts do not open')
    return undefined
  }
}

type Compared = Pick<PersonRow, 'holderId' | 'partnerId' | 'factsNumber'> & {
  facts: PersonFacts
  person: PersonRow | undefined
}

async function compare(ctx: ScreeningContext, { facts, person, ...of }: Compared): Promise<number> {
  const { holderId, partnerId, factsNumber } = of
  const current = await ctx.screener.current()
  const byName = matchPerson(current.index, facts, ctx.screener.settings)
  const byWallet = await matchWallets(ctx, holderId)
  const matches = [...byWallet, ...byName.filter(({ of }) => byWallet.every((one) => one.of.id !== of.id))]
  const { opened, superseded } = planHits(matches, await hitsOf(ctx.db, holderId), factsNumber)
  const now = ctx.clock.now()
  const versionOf = new Map(current.lists.map(({ name, versionId }) => [name, versionId!]))
  const hits = opened.flatMap((match) =>
    openHit(now, { holderId, partnerId, factsNumber, versionId: versionOf.get(match.of.list)!, match }),
  )
  const isStrong = opened.some((match) => match.isStrong)
  const writes: Write[] = [
    // A list that changes meanwhile is compared instead.
    ...current.lists.map(({ name, version }) => guard('screening.lists', { name, version })),
    personWrite({ ...of, facts, person }, { now, ctx, current }),
    ...hits,
    ...superseded.flatMap((hit) => transitionHit(now, hit, { action: 'supersede', by: screening })),
    ...(opened.length === 0
      ? []
      : [
          announce('personMatched', {
            owner: { kind: 'holder', id: holderId },
            subjectId: holderId,
            body: { hits: opened.length, strong: isStrong },
            subject: { holderId, isStrong },
          }),
        ]),
  ]
  await commit(ctx, now, writes, 'screen-person')
  return opened.length
}

/** A wallet is nobody else's: the customer who logs in with one that a list names is held up at once. */
async function matchWallets({ db }: ScreeningContext, holderId: HolderId): Promise<PersonMatch<EntryId>[]> {
  const found = await entriesOfWallets(db, await walletsOf(db, holderId))
  return found.map(({ of, address }) => ({
    of,
    name: address,
    score: 1,
    birth: 'unknown',
    country: 'unknown',
    isStrong: true,
    rank: 1,
  }))
}

type Comparison = { now: Temporal.Instant; ctx: ScreeningContext; current: CurrentLists }

function personWrite(
  { holderId, partnerId, factsNumber, facts, person }: Compared,
  { now, ctx, current }: Comparison,
): Write {
  const screened = { screened_at: now, screened_with: current.versions }
  const sealed = () => sealFacts({ keys: ctx.keys, holderId, factsNumber }, facts)
  if (!person)
    return insert(
      'screening.people',
      { holder_id: holderId, partner_id: partnerId, facts_number: factsNumber, sealed_facts: sealed(), ...screened },
      { onDuplicate: { people_pkey: 'stale' } },
    )
  return update('screening.people', {
    set: {
      ...screened,
      ...(factsNumber !== person.factsNumber && { facts_number: factsNumber, sealed_facts: sealed() }),
      version: person.version + 1,
    },
    where: { holder_id: holderId, version: person.version },
  })
}
