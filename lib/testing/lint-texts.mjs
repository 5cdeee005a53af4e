// Lints texts as if they were the named files: JSON [{ file, code }] on standard input, JSON [[{ rule, message }]] on
// standard output. It is a process of its own, because jest cannot import ESLint's configuration (an ES module).
import { text } from "node:stream/consumers";
import { ESLint } from "eslint";

const eslint = new ESLint();
const answers = [];
for (const { file, code } of JSON.parse(await text(process.stdin))) {
  const [result] = await eslint.lintText(code, { filePath: file });
  answers.push(result?.messages.map(({ ruleId, message }) => ({ rule: ruleId, message })) ?? []);
}
process.stdout.write(JSON.stringify(answers));
