/** The beginning of an SQLite database. https://www.sqlite.org/fileformat.html */
export const SQLITE_HEADER = 'SQLite format 3\u0000'
