import { deepStrictEqual as equal, match } from 'node:assert/strict'

const STORY_START = 'Every harbour has a light.'
const STORY_END = 'order an umbrella.'

/** The checks by their names. Each opens its own chats. */
export const CHECKS = {
  async 'send, reload while the answer streams'({ open, model }) {
    const page = await open()
    model.hold()
    await page.say('Tell me a story.')
    await page.shows(STORY_START)
    await page.picture('streaming')
    await page.reload()
    await page.shows(STORY_START)
    model.go()
    await page.shows(STORY_END)
    await expectStored(page, [/^user: Tell me a story\.$/, /^assistant: Every .* umbrella\.$/])
    equal((await page.text()).split(STORY_START).length, 2)
  },

  async 'send with a double click'({ open, model }) {
    const page = await open()
    const before = model.requests
    await page.type('Tell me a story.')
    await page.click('Send', 2)
    await page.shows(STORY_END)
    await expectStored(page, [/^user: Tell/, /^assistant: Every/])
    equal(model.requests - before, 1)
  },

  async 'a call without approval'({ open }) {
    const page = await open()
    await page.say('How is the weather in Oslo?')
    await page.shows('Take an umbrella with you when you go out.')
    await page.picture('done')
    await expectStored(page, [/^user: How/, /^assistant: I look up .*weather Done city Oslo.*It rains/])
  },

  async 'approve after a reload, reload while the answer streams'({ open, model, orders }) {
    const page = await open()
    await page.say('Please order a kettle.')
    await page.shows('Needs your approval')
    await page.picture('waiting')
    await page.reload()
    await page.shows('Needs your approval')
    equal(orders('kettle'), 0)
    model.hold()
    await page.click('Allow')
    await page.shows('Your order is on')
    equal(orders('kettle'), 1)
    await page.reload()
    await page.shows('Your order is on')
    match(await page.text(), /if you allow it/)
    model.go()
    await page.shows('before ten.')
    await expectStored(page, [
      /^user: Please/,
      /^assistant: I order it.*order Done article kettle.*before ten\.$/,
    ])
    equal(orders('kettle'), 1)
  },

  async 'approve with a double click'({ open, orders }) {
    const page = await open()
    await page.say('Please order a lamp.')
    await page.click('Allow', 2)
    await page.shows('before ten.')
    await expectStored(page, [/^user: Please/, /^assistant: I order it.*before ten\.$/])
    equal(orders('lamp'), 1)
  },

  async deny({ open, orders }) {
    const page = await open()
    await page.say('Please order a piano.')
    await page.click('Deny')
    await page.shows('if you change your mind.')
    await expectStored(page, [/^user: Please/, /^assistant: I order it.*order Denied.*change your mind\.$/])
    equal(orders('piano'), 0)
  },

  async 'go on without an answer to the request'({ open, orders }) {
    const page = await open()
    await page.say('Please order a boat.')
    await page.shows('Needs your approval')
    await page.say('Tell me a story.')
    await page.shows(STORY_END)
    await expectStored(page, [/^user: Please/, /^assistant: I order/, /^user: Tell/, /^assistant: Every/])
    equal(orders('boat'), 0)
  },

  async 'send in a second tab during a run'({ open, model }) {
    const first = await open()
    const second = await open(first.url)
    model.hold()
    await first.say('Tell me a story.')
    await first.shows(STORY_START)
    await second.say('How is the weather in Oslo?')
    await second.shows('Nothing was sent from here.')
    await second.shows(STORY_START)
    await second.picture('busy')
    equal(await second.input(), 'How is the weather in Oslo?')
    model.go()
    for (const page of [first, second]) await page.shows(STORY_END)
    await second.say('How is the weather in Rome?')
    await second.shows('when you go out.')
    await expectStored(second, [/^user: Tell/, /^assistant: Every/, /^user: .*Rome/, /^assistant: I look/])
    await first.say('Thanks for the story.')
    await first.isReady()
    await first.reload()
    equal((await first.messages()).length, 6)
  },

  async 'approve in both tabs'({ open, model, orders }) {
    const first = await open()
    await first.say('Please order a globe.')
    await first.shows('Needs your approval')
    const [second, third] = [await open(first.url), await open(first.url)]
    model.hold()
    await first.click('Allow')
    await first.shows('Your order is on')
    await second.click('Allow')
    await second.shows('Your order is on')
    model.go()
    for (const page of [first, second]) await page.shows('before ten.')
    await third.click('Deny')
    await third.shows('before ten.')
    for (const page of [first, second, third])
      await expectStored(page, [/^user: Please/, /^assistant: I order it.*order Done.*before ten\.$/])
    equal(orders('globe'), 1)
  },

  async stop({ open, model }) {
    const page = await open()
    model.hold()
    await page.say('Tell me a story.')
    await page.shows(STORY_START)
    await page.click('Stop')
    await page.isReady()
    model.go()
    await expectStored(page, [/^user: Tell/, /^assistant: Every harbour has a light\. ?$/])
    await page.say('How is the weather in Oslo?')
    await page.shows('when you go out.')
    await expectStored(page, [/^user: Tell/, /^assistant: Every/, /^user: How/, /^assistant: I look/])
  },

  async 'provider down, try again'({ open, model }) {
    const page = await open()
    await model.down()
    await page.say('Tell me a story.')
    await page.shows('Try again')
    await page.picture('error')
    await model.up()
    await page.click('Try again')
    await page.shows(STORY_END)
    await expectStored(page, [/^user: Tell/, /^assistant: Every/])
  },

  async 'provider down, reload, try again'({ open, model }) {
    const page = await open()
    await model.down()
    await page.say('Tell me a story.')
    await page.shows('Try again')
    await page.reload()
    await page.shows('Try again')
    await model.up()
    await page.click('Try again')
    await page.shows(STORY_END)
    await expectStored(page, [/^user: Tell/, /^assistant: Every/])
  },

  async 'provider goes down in the middle of an answer'({ open, model }) {
    const page = await open()
    model.hold()
    await page.say('Tell me a story.')
    await page.shows(STORY_START)
    await model.down()
    await page.shows('Try again')
    await page.picture('cut')
    await model.up()
    await page.click('Try again')
    await page.shows(STORY_END)
    await expectStored(page, [/^user: Tell/, /^assistant: Every .* umbrella\.$/])
    equal((await page.text()).split(STORY_START).length, 2)
  },

  async 'provider down after an approved call ran'({ open, model, orders }) {
    const page = await open()
    await page.say('Please order a clock.')
    await page.shows('Needs your approval')
    await model.down()
    await page.click('Allow')
    await page.shows('Try again')
    await model.up()
    await page.click('Try again')
    await page.shows('before ten.')
    await expectStored(page, [/^user: Please/, /^assistant: I order it.*order Done.*before ten\.$/])
    equal(orders('clock'), 1)
  },
}

/** Expects these messages, now and after a reload. */
async function expectStored(page, expected) {
  await page.isReady()
  const shown = await page.messages()
  const text = shown.join('\n')
  equal(shown.length, expected.length, text)
  for (const [index, pattern] of expected.entries()) match(shown[index], pattern)
  await page.reload()
  equal(await page.messages(), shown)
  equal(page.faults, [])
}
