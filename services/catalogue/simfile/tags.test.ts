import { describe, expect, it } from 'vitest'
import { SimfileError, simfileLimits } from './simfile-error.ts'
import { readTags } from './tags.ts'

const read = (text: string) =>
  [...readTags(text, new Set(['TITLE', 'ARTIST', 'NOTES']))].map(({ name, values }) => [name, ...values])

describe('the tags of a simfile', () => {
  it.each([
    ['a value', '#TITLE:Rain;', [['TITLE', 'Rain']]],
    ['names in any case, with blanks', '# Title :Rain;', [['TITLE', 'Rain']]],
    ['several values', '#NOTES:a:b::c;', [['NOTES', 'a', 'b', '', 'c']]],
    [
      'no value',
      '#TITLE;#ARTIST:;',
      [
        ['TITLE', ''],
        ['ARTIST', ''],
      ],
    ],
    [
      'a missing semicolon before the next line',
      '#TITLE:Rain\r\n  #ARTIST:Ann;',
      [
        ['TITLE', 'Rain'],
        ['ARTIST', 'Ann'],
      ],
    ],
    ['a missing semicolon at the end', '#TITLE:Rain\n', [['TITLE', 'Rain']]],
    ['a # within a line', '#TITLE:Take #2;', [['TITLE', 'Take #2']]],
    ['a # behind the colon', '#TITLE:#2;', [['TITLE', '#2']]],
    ['escapes', String.raw`#TITLE:a\:b\;c\\d\#e;`, [['TITLE', String.raw`a:b;c\d#e`]]],
    ['an escaped # at the start of a line', '#NOTES:a\n\\#TITLE:b;', [['NOTES', 'a\n#TITLE', 'b']]],
    ['a comment to the end of its line', '#TITLE:Rain// ; #ARTIST:x;\n;', [['TITLE', 'Rain\n']]],
    ['a comment between tags', '// #TITLE:no;\r#TITLE:yes;', [['TITLE', 'yes']]],
    ['text between tags', 'hello; #TITLE:Rain; there', [['TITLE', 'Rain']]],
    ['tags that nobody wants', '#ATTACKS:TIME=1:MODS=x;#TITLE:Rain;', [['TITLE', 'Rain']]],
    ['a backslash at the end', '#TITLE:Rain\\', [['TITLE', 'Rain']]],
    ['nothing', '', []],
  ])('are read with %s', (_, text, tags) => {
    expect(read(text)).toEqual(tags)
  })

  it('are refused when there are too many', () => {
    expect(() => read('#A;'.repeat(simfileLimits.tags + 1))).toThrow(SimfileError)
  })
})
