import type { Findings } from '#kernel/audit/findings.ts'
import { pageSize, pagesOf } from '#kernel/audit/pages.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import type { Reader } from '#kernel/db/db.ts'
import type { SiteId } from '../ids.ts'
import { tryOpenSiteKey } from '../site-key.ts'

type KeyRow = { id: bigint; site_id: SiteId; sealed: Uint8Array; fingerprint: Uint8Array }

/** Every key of a site opens, and is the one that it is found by; also those that have ended. */
export async function checkSiteKeys(moment: Reader, findings: Findings, { keys }: { keys: KeyRing }): Promise<void> {
  for await (const page of pagesOf((after) => keysAfter(moment, after))) {
    for (const { id, site_id: siteId, sealed, fingerprint } of page) {
      const opened = tryOpenSiteKey(keys, { siteId, sealed })
      if (opened && keys.fingerprint('siteKey', opened.reveal()).equals(fingerprint)) continue
      findings.differ({
        about: `key ${id} of site ${siteId}`,
        wrong: 'it does not open as what it says it is: it was altered, or its master key is not in the key file',
        actual: opened ? 'another key' : 'unreadable',
        should: 'the key with its fingerprint',
        look: `directory.site_keys where id = ${id}`,
      })
    }
    findings.checked('keys of sites', page.length)
  }
}

const keysAfter = async (moment: Reader, after: bigint): Promise<KeyRow[]> =>
  (await moment.run(
    `select id, site_id, sealed, fingerprint from directory.site_keys where id > $1 order by id limit ${pageSize}`,
    [after],
  )) as KeyRow[]
