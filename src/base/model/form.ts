import { AdapterError } from '../json/adapter-error.js'
import type { JsonObject, JsonValue } from '../json/json-types.js'
import { at, expectArray, expectObject, expectString, wrongType } from '../json/read-json.js'
import { memberWords, type ObjectForm, type ValueForm, type VariantForm } from './description.js'

/**
 * Checks a value from outside against its description.
 * @throws AdapterError with the path of the first member that is not canonical.
 */
export function expectForm(value: JsonValue | undefined, form: ValueForm, path: string): void {
  switch (form.type) {
    case 'text':
      if (expectString(value, path).length < form.minLength)
        throw wrongType('a text that is not empty', '', path)
      return
    case 'number':
      if (!Number.isFinite(value)) throw wrongType('a number', value, path)
      return
    case 'boolean':
      if (typeof value !== 'boolean') throw wrongType('true or false', value, path)
      return
    case 'json':
      if (value === undefined) throw wrongType('a value', value, path)
      return
    case 'object':
      expectObject(value, path)
      return
    case 'textOrObject':
      if (typeof value !== 'string') expectObject(value, path)
      return
    case 'texts':
      for (const [key, member] of Object.entries(expectObject(value, path)))
        expectString(member, at(path, key))
      return
    case 'metadata':
      for (const [key, member] of Object.entries(expectObject(value, path)))
        expectObject(member, at(path, key))
      return
    case 'words':
      checkWord(value, form.words, path)
      return
    case 'list':
      for (const [index, item] of expectArray(value, path).entries())
        expectForm(item, form.item, at(path, index))
      return
    case 'members':
      checkMembers(expectObject(value, path), form, path)
      return
    case 'variant':
      checkVariant(expectObject(value, path), form, path)
      return
    case 'absent':
      throw noSuchMember(path)
  }
}

function checkWord(value: JsonValue | undefined, words: readonly JsonValue[], path: string): void {
  if (value === undefined || !words.includes(value))
    throw wrongType(`one of ${words.join(', ')}`, value, path)
}

/**
 * Checks an object with exactly these members: an unknown member is an error, since it would be lost
 * silently.
 */
function checkMembers(members: JsonObject, { required, optional }: ObjectForm, path: string): void {
  for (const [key, form] of Object.entries(required)) expectForm(members[key], form, at(path, key))
  for (const [key, member] of Object.entries(members)) {
    if (Object.hasOwn(required, key)) continue
    const form = Object.hasOwn(optional, key) ? optional[key] : undefined
    if (form === undefined) throw noSuchMember(at(path, key))
    expectForm(member, form, at(path, key))
  }
}

function checkVariant(members: JsonObject, form: VariantForm, path: string): void {
  const word = members[form.by]
  checkWord(word, memberWords(form, form.by), at(path, form.by))
  const meant = form.forms.find((one) => memberWords(one, form.by).some((each) => each === word))
  if (meant !== undefined) expectForm(members, meant, path)
}

function noSuchMember(path: string): AdapterError {
  return new AdapterError('wrong-type', path, 'the canonical model has no such member here')
}
