import type { AskKey } from '../acquirer.ts'
import { type Entry, isAuthorization, isDispute, type SandboxRecord } from './record.ts'

/** The record of a sandbox that forgets everything when the program ends. */
export function memoryRecord(): SandboxRecord {
  const stories = new Map<AskKey, Entry[]>()
  const byKey = new Map<AskKey, Entry>()
  return {
    story: async (authorization) => [...(stories.get(authorization) ?? [])],
    find: async (key) => byKey.get(key),
    append: async (entry) => {
      const story = stories.get(entry.authorization) ?? []
      if (byKey.has(entry.key) || story.length !== entry.step) return false
      stories.set(entry.authorization, [...story, entry])
      byKey.set(entry.key, entry)
      return true
    },
    disputesAfter: async (number, limit) =>
      [...byKey.values()]
        .filter(isDispute)
        .map((entry, index) => ({ ...entry, number: BigInt(index + 1) }))
        .filter((entry) => entry.number > number)
        .slice(0, limit),
    toBeDisputed: async (since) =>
      [...stories.values()].flatMap((story) => {
        const asked = story.find((entry) => isAuthorization(entry) && entry.disputedAs !== undefined)
        const decided = story.some((entry) => isDispute(entry) && entry.answer.outcome !== 'opened')
        return asked && !decided && Temporal.Instant.compare(asked.askedAt, since) >= 0 ? [asked.authorization] : []
      }),
    latest: async (limit) =>
      [...stories.values()].toSorted((a, b) => Temporal.Instant.compare(b[0]!.askedAt, a[0]!.askedAt)).slice(0, limit),
    everything: async () => [...stories.values()].flat(),
  }
}
