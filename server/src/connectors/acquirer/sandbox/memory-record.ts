import type { AskKey } from '../acquirer.ts'
import type { Entry, SandboxRecord } from './record.ts'

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
    everything: async () => [...stories.values()].flat(),
  }
}
