import type { SandboxRecord } from '#connectors/acquirer/sandbox/index.ts'

/** The records of several acquirers as one, for those who look at all of them: the cardholders' banks and the audit. */
export function recordsTogether(records: readonly [SandboxRecord, ...SandboxRecord[]]): SandboxRecord {
  const all = async <T>(read: (record: SandboxRecord) => Promise<readonly T[]>): Promise<T[]> =>
    (await Promise.all(records.map(read))).flat()
  return {
    ...records[0],
    story: (authorization) => all((record) => record.story(authorization)),
    find: async (key) => (await Promise.all(records.map((record) => record.find(key)))).find((entry) => entry),
    append: async (entry) => {
      const stories = await Promise.all(records.map((record) => record.story(entry.authorization)))
      const index = stories.findIndex((story) => story.length > 0)
      return records[Math.max(index, 0)]!.append(entry)
    },
    latest: (limit) => all((record) => record.latest(limit)),
    everything: () => all((record) => record.everything()),
  }
}
