import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { staffDocument } from '../../server/src/surfaces/staff-api/document.ts'

/** Writes the types of the interface that the pages call, from the document of the interface itself. */
const folder = join(import.meta.dirname, '../src/api')
const types = await openapiTypescript(staffDocument() as unknown as OpenAPI3, { alphabetize: true })
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'generated.d.ts'), astToString(types))
