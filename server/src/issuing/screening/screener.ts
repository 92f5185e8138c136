import type { Db } from '#kernel/db/db.ts'
import type { EntryId, VersionId } from './ids.ts'
import { indexedNames, type NumberedEntry, type Thresholds } from './matching/match-person.ts'
import { NameIndex } from './matching/name-index.ts'
import { currentLists, entriesAfter, type ListPointer } from './store.ts'

export type ScreeningSettings = Thresholds & {
  /** A file with this share of entries fewer than the list, in percent, is not loaded without force. */
  shrinkPercent: number
}

/** The names of the current lists, ready to be compared. */
export type CurrentLists = {
  lists: readonly ListPointer[]
  versions: readonly VersionId[]
  index: NameIndex<NumberedEntry<EntryId>>
}

/** The lists in memory, as this process compares persons with them. */
export type Screener = { settings: ScreeningSettings; current(): Promise<CurrentLists> }

/**
 * The index is made anew when a list has changed, a part at a time, so that other work goes on meanwhile; those who ask
 * for it wait for the one that is being made.
 */
export function openScreener(db: Db, settings: ScreeningSettings): Screener {
  let made: { key: string; index: Promise<CurrentLists['index']> } | undefined
  return {
    settings,
    current: async () => {
      const lists = await currentLists(db)
      const versions = lists.flatMap(({ versionId }) => (versionId === undefined ? [] : [versionId]))
      const key = versions.join()
      if (made?.key !== key) {
        const index = makeIndex(db, versions)
        made = { key, index }
        index.catch(() => {
          if (made?.index === index) made = undefined
        })
      }
      return { lists, versions, index: await made.index }
    },
  }
}

async function makeIndex(db: Db, versions: readonly VersionId[]): Promise<CurrentLists['index']> {
  const index: CurrentLists['index'] = new NameIndex()
  for (let after = 0n as EntryId; ; ) {
    const page = await entriesAfter(db, versions, { after, limit: entriesAtOnce })
    for (const entry of page) for (const name of indexedNames(entry)) index.add(name)
    if (page.length < entriesAtOnce) return index
    after = page.at(-1)!.id
  }
}
const entriesAtOnce = 500
