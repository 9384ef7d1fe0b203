// Bytes into lines, lines into games: sections 1 and 2 of the specification.

const LONGEST_LINE = 65536;
const LONGEST_GAME = 20000;

export function finding(code, line, column) {
  return { code, line, column };
}

/** The characters of some bytes, or the place of the first byte that is no UTF-8. */
function decode(bytes) {
  const points = [];
  let at = 0;
  while (at < bytes.length) {
    const first = bytes[at];
    let length = 1;
    let point = first;
    let smallest = 0;
    if (first >= 0x80) {
      if (first >= 0xc2 && first <= 0xdf) [length, point, smallest] = [2, first & 0x1f, 0x80];
      else if (first >= 0xe0 && first <= 0xef) [length, point, smallest] = [3, first & 0x0f, 0x800];
      else if (first >= 0xf0 && first <= 0xf4) [length, point, smallest] = [4, first & 0x07, 0x10000];
      else return { points, bad: true };
      for (let i = 1; i < length; i++) {
        const next = bytes[at + i];
        if (next === undefined || (next & 0xc0) !== 0x80) return { points, bad: true };
        point = (point << 6) | (next & 0x3f);
      }
      const surrogate = point >= 0xd800 && point <= 0xdfff;
      if (point < smallest || point > 0x10ffff || surrogate) return { points, bad: true };
    }
    points.push(point);
    at += length;
  }
  return { points, bad: false };
}

function isControl(point) {
  return (point < 0x20 && point !== 9) || (point >= 0x7f && point <= 0x9f);
}

/** One line: `text` in whole characters, or the `code` and `column` of what is wrong with it. */
function readLine(bytes, number) {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  if (bytes.length > LONGEST_LINE) return { number, code: 'E-line-long', column: 1, points: [] };
  const { points, bad } = decode(hasMark ? bytes.subarray(3) : bytes);
  const control = points.findIndex(isControl);
  if (control >= 0) return { number, code: 'E-control', column: control + 1, points };
  if (bad) return { number, code: 'E-utf8', column: points.length + 1, points };
  return { number, text: points.map((point) => String.fromCodePoint(point)).join('') };
}

export function readLines(bytes) {
  const lines = [];
  let start = 0;
  while (start < bytes.length) {
    let end = bytes.indexOf(10, start);
    if (end < 0) end = bytes.length;
    let last = end;
    while (last > start && bytes[last - 1] === 13) last--;
    lines.push(readLine(bytes.subarray(start, last), lines.length + 1));
    start = end + 1;
  }
  return lines;
}

/** Small letters; a letter outside ASCII never stands for one of ASCII. */
export const lower = (text) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

export const isBlank = (text) => /^[ \t]*$/.test(text);

/** The text of a comment line without its sign and the blanks at its end, or null. */
export function commentOf(text) {
  const found = /^[ \t]*#(.*)$/su.exec(text);
  return found ? found[1].replace(/[ \t]+$/, '') : null;
}

const MAGIC = /^[ \t]*acquire[ \t]+([0-9]{1,6})[ \t]*$/i;

/** The games of a file, each with its lines; what is wrong outside of any game goes to `found`. */
export function splitGames(lines, found) {
  const games = [];
  let game = null;
  let above = [];
  let strayed = false;
  let preface = [];
  for (const line of lines) {
    const magic = line.code ? null : MAGIC.exec(line.text);
    if (magic) {
      game = { line: line.number, above, lines: [], read: Number(magic[1]) === 1 };
      above = [];
      found.push(...preface);
      preface = [];
      games.push(game);
      if (!game.read) found.push(finding('E-version', line.number, 1));
    } else if (!game) {
      const comment = line.code ? null : commentOf(line.text);
      // A refused line above the first game: only a comment is one that might have stood there.
      const begins = line.code && line.points.find((point) => point !== 32 && point !== 9);
      if (line.code && begins === 35) {
        if (!strayed) preface.push(finding(line.code, line.number, line.column));
      } else if (!strayed && (line.code || (comment === null && !isBlank(line.text)))) {
        found.push(finding('E-magic', line.number, 1));
        strayed = true;
        above = [];
        preface = [];
      } else if (comment !== null && !strayed) above.push(comment);
    } else if (game.read) {
      if (line.number - game.line >= LONGEST_GAME) {
        found.push(finding('E-game-long', line.number, 1));
        game.read = false;
        game.cut = true;
      } else game.lines.push(line);
    }
  }
  found.push(...preface);
  return games.filter((one) => one.read || one.cut);
}

/** What separates the words of a list in a header. */
export const LIST = ' \t,';

/** The words between blanks, each with its column in characters. */
export function words(text, column = 1, separators = ' \t') {
  const out = [];
  let word = null;
  for (const sign of text) {
    if (separators.includes(sign)) word = null;
    else {
      if (!word) out.push((word = { text: '', column }));
      word.text += sign;
    }
    column++;
  }
  return out;
}
