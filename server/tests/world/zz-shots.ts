import { mkdirSync } from 'node:fs'
import { openBrowser } from './browser.ts'
import { pageGallery } from './page-gallery.ts'
const [,, want='en:a new card:phone:light'] = process.argv
const browser = await openBrowser()
mkdirSync('/tmp/shots',{recursive:true})
for (const spec of want.split(';')) {
  const [lang, name, size, scheme, extra] = spec.split(':')
  const ex = pageGallery(lang as 'en').find(e=>e.name===name)!
  const ctx = await browser.newContext({ viewport: size==='phone'?{width:390,height:844}:size==='tiny'?{width:320,height:640}:{width:1280,height:860}, colorScheme: scheme as 'light', deviceScaleFactor: size==='desk'?1:1.5, javaScriptEnabled: extra!=='nojs', forcedColors: extra==='forced'?'active':'none' })
  const page = await ctx.newPage()
  page.on('console', m=>console.log(m.text())); page.on('pageerror', e=>console.log('ERR',e))
  await page.route('**/*', r=> r.request().url()==='http://florin.test/' && r.request().method()==='GET' ? r.fulfill({body:ex.rendered.body, contentType:'text/html', headers:{'content-security-policy':ex.rendered.contentSecurityPolicy}}): r.fulfill({body:'ok'}))
  await page.goto('http://florin.test/')
  if (extra==='typed') { await page.locator('#cardNumber').pressSequentially('5555555555554444'); await page.locator('#cardExpiry').pressSequentially('1230'); await page.locator('#cardCvv').fill('12'); await page.locator('#cardHolderName').focus() }
  if (extra==='menu') await page.locator('summary').first().click()
  if (extra==='print') await page.emulateMedia({media:'print'})
  await page.screenshot({path:`/tmp/shots/${spec.replace(/[^a-z]+/gi,'-')}.png`, fullPage: true})
  console.log('/tmp/shots/'+spec.replace(/[^a-z]+/gi,'-')+'.png')
  await ctx.close()
}
await browser.close()
