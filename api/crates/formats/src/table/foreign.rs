//! Files of other programs that may have a table, but are not read: what they are, and how to save them.

use crate::error::Error;

/// With what such a file begins, and what it is.
const KINDS: [(&[u8], &str, &str); 13] = [
    (b"{\\rtf", "a document (RTF)", "RTF 文档"),
    (b"ID;P", "a table in SYLK (.slk)", "SYLK 表格（.slk）"),
    (b"TABLE\r\n0,1", "a table in DIF", "DIF 表格"),
    (b"TABLE\n0,1", "a table in DIF", "DIF 表格"),
    (
        b"\x09\x00\x04\x00",
        "a workbook of Excel 2",
        "Excel 2 的工作簿",
    ),
    (
        b"\x09\x02\x06\x00",
        "a workbook of Excel 3",
        "Excel 3 的工作簿",
    ),
    (
        b"\x09\x04\x06\x00",
        "a workbook of Excel 4",
        "Excel 4 的工作簿",
    ),
    (b"%PDF", "a PDF document", "PDF 文档"),
    (
        b"SQLite format 3\0",
        "a database of SQLite",
        "SQLite 数据库",
    ),
    (
        b"\x00\x01\x00\x00Standard ",
        "a database of Access",
        "Access 数据库",
    ),
    (b"PAR1", "a table in Parquet", "Parquet 表格"),
    (b"Obj\x01", "a table in Avro", "Avro 表格"),
    (b"ARROW1", "a table in Arrow", "Arrow 表格"),
];

/// Whether a file is one of these.
pub(crate) fn is_foreign(start: &[u8]) -> bool {
    KINDS.iter().any(|(begin, ..)| start.starts_with(begin))
}

/// Why a file that begins so is not read; `None` if it is none of these.
pub(super) fn refused(start: &[u8]) -> Option<Error> {
    let (_, english, chinese) = KINDS.iter().find(|(begin, ..)| start.starts_with(begin))?;
    Some(Error::damaged(
        format!("{english}: save its table as .xlsx or CSV"),
        format!("这是{chinese}，请把里面的表格另存为 .xlsx 或 CSV"),
    ))
}
