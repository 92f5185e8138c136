import { expect, test } from 'vitest'
import { problems, read } from './test-request.ts'

const item = {
  item: 'Flight',
  unitPrice: 100,
  units: 1,
  type: 'digital',
  code: 'F',
  vatPercent: 0,
  itemDescription: 'A flight',
}
const sold = { 'order.items': [item] }
const level3 = (changes: Record<string, unknown>) => read({ ...sold, ...changes }).order.level3
const wrong = (changes: Record<string, unknown>) => problems({ ...sold, ...changes })

const airline = {
  ticketNumber: '8V32EU',
  passengerName: 'Ana Pop',
  flightNumber: 'RO301',
  departureDate: '2020-02-05T14:13:00+02:00',
  departureAirportCode: 'OTP',
  arrivalAirportCode: 'KIX',
  carrierCode: 'An Airline',
  travelAgencyCode: '19NOV05',
  travelAgencyName: 'Some Travel',
}
const tourism = {
  tourNumber: 'T-1',
  travellerName: 'Ana Pop',
  departureDate: '2020-02-05T14:13:00+02:00',
  returnDate: '2020-02-06',
  travelAgencyCode: '19NOV05',
  travelAgencyName: 'Some Travel',
}

test('airline and tourism data are read, and dates stay as they were written', () => {
  expect(level3({ 'order.level3Type': 'airline', 'order.level3Airline': airline })).toEqual({
    type: 'airline',
    ...airline,
  })
  expect(level3({ 'order.level3Type': 'tourism', 'order.level3Tourism': tourism })).toEqual({
    type: 'tourism',
    ...tourism,
  })
})

test('the agency of a tour has two spellings', () => {
  const { travelAgencyCode: agencyCode, travelAgencyName: agencyName, ...rest } = tourism
  expect(level3({ 'order.level3Tourism': { ...rest, agencyCode, agencyName } })).toEqual({
    type: 'tourism',
    ...tourism,
  })
})

test('older samples send one of the two without a type, newer ones both with the type that counts', () => {
  const both = { 'order.level3Airline': airline, 'order.level3Tourism': tourism }
  expect(level3({ 'order.level3Airline': airline })?.type).toBe('airline')
  expect(level3({ 'order.level3Tourism': tourism })?.type).toBe('tourism')
  expect(level3({ ...both, 'order.level3Type': 'tourism' })?.type).toBe('tourism')
  expect(level3({ ...both, 'order.level3Type': 'airline' })?.type).toBe('airline')
  expect(wrong(both)).toEqual([
    'order.level3Type is required when level3Airline and level3Tourism are both sent: airline or tourism',
  ])
})

test.each([{}, [], null, ''])('an object that says nothing (%j) is no level 3 data', (nothing) => {
  expect(level3({ 'order.level3Airline': nothing, 'order.level3Type': '' })).toBeUndefined()
  expect(wrong({ 'order.level3Airline': nothing, 'order.level3Type': 'airline' })[0]).toContain('order.level3Airline')
})

test.each<[string, Record<string, unknown>, string]>([
  ['type', { 'order.level3Type': 'rail' }, 'order.level3Type must be one of airline, tourism; it is "rail"'],
  [
    'data for the type',
    { 'order.level3Type': 'tourism' },
    'order.level3Tourism must say something, since order.level3Type is tourism',
  ],
  ['ticket', { 'order.level3Airline.ticketNumber': 'x'.repeat(65) }, 'ticketNumber may have at most 64 characters'],
  [
    'passenger',
    { 'order.level3Airline.passengerName': 'x'.repeat(513) },
    'passengerName may have at most 512 characters',
  ],
  ['flight', { 'order.level3Airline.flightNumber': 'x'.repeat(65) }, 'flightNumber may have at most 64 characters'],
  [
    'airport',
    { 'order.level3Airline.departureAirportCode': 'LROP' },
    'departureAirportCode may have at most 3 characters',
  ],
  ['arrival', { 'order.level3Airline.arrivalAirportCode': 'LROP' }, 'arrivalAirportCode may have at most 3 characters'],
  ['carrier', { 'order.level3Airline.carrierCode': 'x'.repeat(33) }, 'carrierCode may have at most 32 characters'],
  ['agency', { 'order.level3Airline.travelAgencyCode': 'x'.repeat(33) }, 'travelAgencyCode may have at most 32'],
  ['agency name', { 'order.level3Airline.travelAgencyName': 'x'.repeat(513) }, 'travelAgencyName may have at most 512'],
  ['departure', { 'order.level3Airline.departureDate': 'soon' }, 'departureDate must be an ISO 8601 date'],
  ['tour', { 'order.level3Tourism.tourNumber': 'x'.repeat(65) }, 'tourNumber may have at most 64 characters'],
  ['traveller', { 'order.level3Tourism.travellerName': 'x'.repeat(513) }, 'travellerName may have at most 512'],
  ['return', { 'order.level3Tourism.returnDate': '2027-02-30' }, 'returnDate must be an ISO 8601 date'],
  ['older agency', { 'order.level3Tourism.agencyCode': 'x'.repeat(33) }, 'agencyCode may have at most 32 characters'],
  ['airline object', { 'order.level3Airline': 'RO301' }, 'order.level3Airline must be an object; it is "RO301"'],
])('a wrong %s is refused by name', (_, changes, problem) => {
  const found = wrong(changes)
  expect(found).toHaveLength(1)
  expect(found[0]).toContain(problem)
})
