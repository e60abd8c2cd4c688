import type { Cell } from '#shop/bank/statement/cells.ts';
import { readFileText } from '#shop/text/file-text.ts';
import { boundedSheets, isWorkbook, MOST_ROWS, NoWorkbook, readWorkbook, type WorkbookFault } from '../../workbook.ts';
import { readHtml } from './statement-html.ts';
import { readText } from './statement-text.ts';

/**
 * Turns the bytes of an uploaded file into sheets of cells. The content decides what the file is,
 * not its name.
 */

/** The file is no table; the message is one sentence for the owner. */
export class NoSheets extends Error {}

const CHOOSE = 'Please download the statement from your bank as an Excel or CSV file.';

const SENTENCES: Record<WorkbookFault, string> = {
  damaged: `This file is damaged. ${CHOOSE}`,
  archive: 'This is a ZIP archive. Please unpack it and upload the statement inside.',
  'too large': 'This file is too large. Please upload a statement of a shorter period.',
  'too long': 'This file is too long. Please upload a statement of a shorter period.',
  password: 'This file is protected by a password. Please open it, save it without the password, and upload it again.',
};

/** @throws NoSheets */
export function readSheets(bytes: Buffer): Cell[][][] {
  try {
    return sheetsOf(bytes);
  } catch (error) {
    throw error instanceof NoWorkbook ? new NoSheets(SENTENCES[error.fault]) : error;
  }
}

function sheetsOf(bytes: Buffer): Cell[][][] {
  if (bytes.subarray(0, 1024).includes('%PDF-')) throw new NoSheets(`This is a PDF. ${CHOOSE}`);
  if (isWorkbook(bytes)) return readWorkbook(bytes);
  const text = readFileText(bytes)?.text;
  if (text === undefined) throw new NoSheets(`This is no file that can be read as a table. ${CHOOSE}`);
  const head = text.slice(0, 4000);
  if (/<(?:\w+:)?Workbook[\s>]/.test(head)) return readWorkbook(Buffer.from(text));
  if (
    /^\s*(?:<\?xml|<!doctype html|<!--|<html|<head|<meta|<table|<div|<body|<style)/i.test(head) ||
    /<table[\s>]/i.test(head)
  ) {
    const rows = readHtml(text, MOST_ROWS);
    if (rows.some((row) => row.length > 2) && !/<input[^>]+type\s*=\s*["']?password/i.test(text))
      return boundedSheets([rows]);
    throw new NoSheets(
      /password|log ?in|sign ?in|session/i.test(text)
        ? `This is a login page of a website, not a statement. ${CHOOSE}`
        : `This is a web page without a table of transactions. ${CHOOSE}`,
    );
  }
  return boundedSheets([readText(text)]);
}
