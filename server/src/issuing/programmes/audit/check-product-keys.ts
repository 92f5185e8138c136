import { type InspectedProductKey, type IssuerVault, keyKinds } from '#core/issuervault'
import type { Difference, Findings } from '#kernel/audit/findings.ts'
import type { Reader } from '#kernel/db/db.ts'

/**
 * Each key of a product opens as the key that it says it is; each product has the first version of every kind, and each
 * version that the audit says was made, with its check value. A key can be made shortly before the audit says so.
 */
export async function checkProductKeys(
  findings: Findings,
  { issuerVault, current }: { issuerVault: Pick<IssuerVault, 'inspectKeys'>; current: Reader },
): Promise<void> {
  const expected = await expectedKeys(current)
  let count = 0
  for (let after: string | undefined; ; ) {
    const keys = await issuerVault.inspectKeys(after)
    if (keys.length === 0) break
    for (const key of keys) {
      const name = nameOf(key)
      findings.differ(...differencesOf(key, expected.get(name)?.checkValue))
      expected.delete(name)
    }
    count += keys.length
    after = keys.at(-1)!.productId
  }
  if (count > 0) findings.checked('keys of card products', count)
  for (const [name, place] of expected)
    findings.differ({
      about: name,
      wrong: 'it is not in the issuer’s vault',
      actual: 'none',
      should: 'one',
      look: lookOf(place),
    })
}

type Named = Pick<InspectedProductKey, 'productId' | 'kind' | 'version'>
type Expected = Named & { checkValue?: string | undefined }

const nameOf = ({ productId, kind, version }: Named): string => `key ${kind} ${version} of product ${productId}`
const lookOf = ({ productId, kind, version }: Named): string =>
  `issuervault.product_keys where product_id = '${productId}' and kind = '${kind}' and version = ${version}`

async function expectedKeys(current: Reader): Promise<Map<string, Expected>> {
  const products = (await current.run('select id from programmes.products', [])) as { id: string }[]
  const made = (await current.run(rotations, [])) as Expected[]
  const first = products.flatMap(({ id }) => keyKinds.map((kind) => ({ productId: id, kind, version: 1 })))
  return new Map<string, Expected>([...first, ...made].map((key) => [nameOf(key), key]))
}

const rotations = `
  select subject_id as "productId", after ->> 'kind' as kind, (after ->> 'version')::integer as version,
         after ->> 'checkValue' as "checkValue"
    from directory.audit where subject_type = 'product' and action = 'productKeyRotated'`

function differencesOf(key: InspectedProductKey, recorded: string | undefined): Difference[] {
  const place = { about: nameOf(key), look: lookOf(key) }
  if (key.opened === undefined) {
    const wrong = 'it does not open as what it says it is: it was altered, or its master key is not there'
    return [{ ...place, wrong, actual: 'unreadable', should: 'a key of the product' }]
  }
  const should = recorded ?? key.opened
  if (key.opened === should && key.checkValue === should) return []
  return [{ ...place, wrong: 'its check value is that of another key', actual: key.checkValue, should }]
}
