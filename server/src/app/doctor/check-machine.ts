import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { constrainedMemory } from 'node:process'
import { systemClock } from '#kernel/base/clock.ts'
import { type Finding, ok, unknown, warning, wrong } from './finding.ts'

const oldestNode = 26
const gigabyte = 1_024 ** 3
const gigabytes = (bytes: number): number => Math.round((10 * bytes) / gigabyte) / 10

/** The machine that runs this command; each machine with a process of Florin has to be asked by itself. */
export async function checkMachine({
  dataDir,
  isEmbedded,
}: {
  dataDir: string
  isEmbedded: boolean
}): Promise<Finding[]> {
  return [checkNode(), checkTimeZones(), checkMemory(), ...(isEmbedded ? [await checkDisk(dataDir)] : [])]
}

function checkNode(): Finding {
  const { node } = process.versions
  return Number.parseInt(node, 10) >= oldestNode
    ? ok('Node', `is ${node}`)
    : wrong(
        'Node',
        `is ${node}`,
        `Florin needs Node ${oldestNode} or newer; npm start finds the one that npm has installed.`,
      )
}

/** Days of bills and statements begin at midnight where the merchant is, by the rules in Node's own data. */
function checkTimeZones(): Finding {
  const { tz = 'none' } = process.versions
  if (!Intl.supportedValuesOf('timeZone').includes('Europe/Bucharest'))
    return wrong('Time zones', 'are not in this Node', 'Use a Node with full ICU, as nodejs.org and npm give it.')
  const age = systemClock.wall().toZonedDateTimeISO('UTC').year - Number.parseInt(tz, 10)
  return age <= 1
    ? ok('Time zones', `are of ${tz}`)
    : warning('Time zones', `are of ${tz}: rules of summer time that are newer are missing`, 'Update Node.')
}

/** A process takes 250 MB, and more while it writes long lists. */
function checkMemory(): Finding {
  const limit = constrainedMemory()
  const isLimited = limit > 0 && limit < 1_024 * gigabyte
  if (!isLimited) return ok('Memory', 'of this process is not limited')
  const says = `of this process is limited to ${gigabytes(limit)} GB`
  return limit >= gigabyte / 2 ? ok('Memory', says) : warning('Memory', says, 'Allow 512 MB for each process at least.')
}

async function checkDisk(dataDir: string): Promise<Finding> {
  const found = await freeBytes(dataDir)
  if (found === undefined) return unknown('Disk', `of ${dataDir} cannot be asked`)
  const says = `${gigabytes(found)} GB are free at ${dataDir}`
  if (found < gigabyte / 4) return wrong('Disk', says, 'The database stops when it is full. Make room.')
  return found < 5 * gigabyte ? warning('Disk', says, 'Make room before it is needed.') : ok('Disk', says)
}

/** Of the folder, or of the nearest one above it that exists. */
async function freeBytes(folder: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch {
    return dirname(folder) === folder ? undefined : freeBytes(dirname(folder))
  }
}
