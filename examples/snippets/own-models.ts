// #region shown
import { models } from 'toolwire/models'

const ours = models.with([
  {
    name: 'acme-large*',
    source: ['https://acme.example/models'],
    date: '2026-11-24',
    output: 32_000,
    reasoning: { efforts: ['low', 'high'], alwaysOn: true },
    input: ['image'],
  },
])
// #endregion
console.log(ours.find('acme/acme-large-2'))
