type Names = Readonly<Record<string, string>>
type Locked = {
  dependencies?: Names
  optionalDependencies?: Names
  peerDependencies?: Names
  peerDependenciesMeta?: Readonly<Record<string, { optional?: boolean }>>
} & Record<string, unknown>
type Manifest = { name: string; version: string } & Locked
export type Lock = { packages: Readonly<Record<string, Locked>> }

/**
 * The part of the lock file of the sources that the package needs, as a lock file of its own: `npm ci` in the folder of
 * the package installs what was tested, to the last package below. Throws when the lock file of the sources lacks one.
 */
export function packageLockOf(manifest: Manifest, { packages: locked }: Lock): object {
  const { name, version } = manifest
  const packages: Record<string, object> = { '': manifest }
  const add = (place: string, entry: Locked): void => {
    if (place in packages) return
    const { dev: _dev, devOptional, ...needed } = entry
    packages[place] = devOptional === true ? { ...needed, optional: true } : needed
    addAll(place, neededBy(entry))
  }
  const addAll = (from: string, names: readonly Needed[]): void => {
    for (const { name: one, isOptional } of names) {
      const found = placesSeenFrom(from, one).find((place) => place in locked)
      if (found !== undefined) add(found, locked[found]!)
      else if (!isOptional) throw new Error(`package-lock.json has no ${one}, which ${from || name} needs`)
    }
  }
  addAll('', neededBy(manifest))
  return { name, version, lockfileVersion: 3, requires: true, packages }
}

type Needed = { name: string; isOptional: boolean }

function neededBy({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }: Locked): Needed[] {
  return [
    ...Object.keys(dependencies ?? {}).map((name) => ({ name, isOptional: false })),
    ...Object.keys(optionalDependencies ?? {}).map((name) => ({ name, isOptional: true })),
    ...Object.keys(peerDependencies ?? {})
      .filter((name) => peerDependenciesMeta?.[name]?.optional !== true)
      .map((name) => ({ name, isOptional: false })),
  ]
}

/** Where Node looks for a package, the nearest first: `node_modules/a` sees its own before those beside it. */
function placesSeenFrom(from: string, name: string): string[] {
  const own = from === '' ? [] : [`${from}/node_modules/${name}`]
  const outer = from.lastIndexOf('/node_modules/')
  if (from === '') return [`node_modules/${name}`]
  return [...own, ...placesSeenFrom(outer === -1 ? '' : from.slice(0, outer), name)]
}
