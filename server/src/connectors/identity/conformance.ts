import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type IdentityProvider, type IdentityRequest, type IdentityResult, NoResponse, rejectReasons } from './port.ts'

export type ProviderUnderTest = {
  provider: IdentityProvider
  /** Lets time pass for the provider, until it would have decided about everybody. */
  letDecide(): Promise<void>
}

/** First names of persons about whom the provider under test decides so. What it never does is left out. */
export type Persons = Partial<Record<'approved' | 'rejected' | 'review' | 'later' | 'silent', string>>

/** What every identity provider must do: the rules of the port, tested from the outside. */
export function identityConformance(name: string, persons: Persons, make: () => Promise<ProviderUnderTest>): void {
  describe(name, () => {
    test('has a name for the cases that it decides', async () => {
      expect((await make()).provider.name).toMatch(/^[a-z][a-z0-9-]{0,39}$/)
    })

    test.each(decided(persons))(
      'has for a repeated request about %s the result of the first time',
      async (_outcome, firstName) => {
        const { provider, letDecide } = await make()
        const request = requestFor(firstName)
        const first = await provider.check(request)
        expect(await provider.check(request)).toEqual(first)
        await letDecide()
        expect(await provider.check(request)).toEqual(first)
      },
    )

    test.each(decided(persons))('returns %s, also many times at once', async (outcome, firstName) => {
      const { provider } = await make()
      const request = requestFor(firstName)
      const results = await Promise.all(Array.from({ length: 8 }, () => provider.check(request)))
      expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1)
      expect(results[0]!.outcome).toBe(outcome)
    })

    if (persons.rejected !== undefined) rejects(persons.rejected, make)
    if (persons.later !== undefined) decidesLater(persons.later, make)
    if (persons.silent !== undefined) respondsInTheEnd(persons.silent, make)
  })
}

const decided = (persons: Persons): [IdentityResult['outcome'], string][] =>
  (['approved', 'rejected', 'review'] as const).flatMap((outcome): [IdentityResult['outcome'], string][] =>
    persons[outcome] === undefined ? [] : [[outcome, persons[outcome]]],
  )

type Make = () => Promise<ProviderUnderTest>

const rejects = (firstName: string, make: Make): void =>
  test('rejects for a reason that is published', async () => {
    const { provider } = await make()
    const result = await provider.check(requestFor(firstName))
    expect(result.outcome === 'rejected' && rejectReasons.includes(result.reason)).toBe(true)
  })

const decidesLater = (firstName: string, make: Make): void =>
  test('decides in the end when it has said later', async () => {
    const { provider, letDecide } = await make()
    const request = requestFor(firstName)
    expect((await provider.check(request)).outcome).toBe('later')
    await letDecide()
    expect(['approved', 'rejected', 'review']).toContain((await provider.check(request)).outcome)
  })

const respondsInTheEnd = (firstName: string, make: Make): void =>
  test('responds to the same request when its first response was lost', async () => {
    const { provider, letDecide } = await make()
    const request = requestFor(firstName)
    await expect(provider.check(request)).rejects.toBeInstanceOf(NoResponse)
    await letDecide()
    const result = await provider.check(request)
    expect(['approved', 'rejected', 'review']).toContain(result.outcome)
    expect(await provider.check(request)).toEqual(result)
  })

export const handedInAt = Temporal.Instant.from('2026-05-04T10:00:00Z')

export const requestFor = (firstName: string): IdentityRequest => ({
  key: randomUUID(),
  handedInAt,
  person: {
    firstName,
    lastName: 'Popescu',
    dateOfBirth: Temporal.PlainDate.from('1990-02-28'),
    nationality: 'RO',
    phoneNumber: '+40721234567',
    residence: { country: 'RO', city: 'Brașov', street: 'Strada Zizinului 5', postalCode: '500414' },
    birthplace: { country: 'RO', city: 'Sighișoara' },
    gender: 'female',
  },
  documents: [],
})
