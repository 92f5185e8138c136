import { acquiringInRomanian } from './ro-acquiring.ts'
import { coreInRomanian } from './ro-core.ts'
import { fieldRulesInRomanian } from './ro-fields.ts'
import { issuingInRomanian } from './ro-issuing.ts'
import { processorsInRomanian } from './ro-processors.ts'

/** The sentences of refusals in Romanian, by their codes. */
export const refusalsInRomanian: Readonly<Record<string, string>> = {
  ...acquiringInRomanian,
  ...coreInRomanian,
  ...issuingInRomanian,
  ...processorsInRomanian,
}

export { fieldRulesInRomanian }
