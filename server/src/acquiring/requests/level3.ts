import { type Field, hasObject, oneOf, plainText, text } from '#kernel/http/form-field.ts'
import { readMoment } from './dates.ts'
import type { Level3, Level3Airline, Level3Tourism } from './request.ts'

/**
 * Level 3 data (wire fact 1.5). `level3Type` says which of the two objects counts; where an older sample sends only one
 * of them and no type, that one does. No field is required, since no public rule of the hosted page requires one, but
 * an object that says nothing is no level 3 data.
 */
export function readLevel3(order: Field, timeZone: string): Level3 | undefined {
  const airline = order.get('level3Airline')
  const tourism = order.get('level3Tourism')
  const sent = { airline: hasObject(airline), tourism: hasObject(tourism) }
  const typeField = order.get('level3Type')
  if (!typeField.present && sent.airline && sent.tourism)
    return typeField.refuse('is required when level3Airline and level3Tourism are both sent: airline or tourism')
  const type = typeField.present ? oneOf(['airline', 'tourism'])(typeField) : sent.airline ? 'airline' : 'tourism'
  if (type === undefined) return undefined
  const chosen = type === 'airline' ? airline : tourism
  if (typeField.present && !sent[type]) return chosen.refuse(`must say something, since ${typeField.path} is ${type}`)
  if (!sent[type]) return undefined
  return type === 'airline' ? readAirline(chosen, timeZone) : readTourism(chosen, timeZone)
}

function readAirline(field: Field, timeZone: string): Level3Airline {
  return {
    type: 'airline',
    ticketNumber: words(64)(field.get('ticketNumber')),
    passengerName: words(512)(field.get('passengerName')),
    flightNumber: words(64)(field.get('flightNumber')),
    departureDate: date(field.get('departureDate'), timeZone),
    departureAirportCode: words(3)(field.get('departureAirportCode')),
    arrivalAirportCode: words(3)(field.get('arrivalAirportCode')),
    carrierCode: words(32)(field.get('carrierCode')),
    travelAgencyCode: words(32)(field.get('travelAgencyCode')),
    travelAgencyName: words(512)(field.get('travelAgencyName')),
  }
}

/** The agency has two spellings: one in the documentation, the other in every sample. */
function readTourism(field: Field, timeZone: string): Level3Tourism {
  const either = (name: string, older: string) => (field.get(name).present ? field.get(name) : field.get(older))
  return {
    type: 'tourism',
    tourNumber: words(64)(field.get('tourNumber')),
    travellerName: words(512)(field.get('travellerName')),
    departureDate: date(field.get('departureDate'), timeZone),
    returnDate: date(field.get('returnDate'), timeZone),
    travelAgencyCode: words(32)(either('travelAgencyCode', 'agencyCode')),
    travelAgencyName: words(512)(either('travelAgencyName', 'agencyName')),
  }
}

const words = (max: number) => text({ max, what: 'text', prose: true })

/** Kept as it was written: the local time of a departure is lost in an instant. */
const date = (field: Field, timeZone: string): string | undefined =>
  readMoment(field, timeZone) ? plainText(field) : undefined
