import { expect, test } from 'vitest'
import { sampled } from '../world/length.ts'
import { officeOf } from '../world/payer.ts'
import { openShop } from '../world/shop.ts'

const airline = {
  level3Type: 'airline',
  level3AirlineTicketNumber: 'T-1',
  level3AirlinePassengerName: 'Ana Pop',
  level3AirlineFlightNumber: 'RO 301',
  level3AirlineDepartureDate: '2026-12-24T10:00:00+00:00',
  level3AirlineDepartureAirportCode: 'OTP',
  level3AirlineArrivalAirportCode: 'FCO',
  level3AirlineCarrierCode: 'RO',
  level3AirlineTravelAgencyCode: 'A1',
  level3AirlineTravelAgencyName: 'Agency One',
}
const tour = {
  level3Type: 'tourism',
  level3TourismTourNumber: 'R-1',
  level3TourismTravellerName: 'Ana Pop',
  level3TourismDepartureDate: '2026-12-24T10:00:00+00:00',
  level3TourismReturnDate: '2026-12-31T10:00:00+00:00',
}
const agency = { level3TourismTravelAgencyCode: 'A1', level3TourismTravelAgencyName: 'Agency One' }
const agencyInShort = { level3TourismAgencyCode: 'A1', level3TourismAgencyName: 'Agency One' }

test.each(
  sampled([
    ['a flight', airline, airline],
    ['a tour', { ...tour, ...agency }, { ...tour, ...agency }],
    ['a tour with the shorter names of its agency', { ...tour, ...agencyInShort }, { ...tour, ...agency }],
  ]),
)('the record of a link says everything that was sent of %s', async (_, sent, shown) => {
  const office = officeOf(await openShop())
  expect(await office.reads(await office.makes(sent))).toMatchObject(shown)
})
