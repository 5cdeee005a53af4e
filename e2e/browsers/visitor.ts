import { By, Key, type WebDriver, type WebElement } from "selenium-webdriver";

const WITHIN_MS = 30_000;

const quoted = (text: string) => `concat(${JSON.stringify(text).replaceAll('\\"', `", '"', "`)}, "")`;

/** Uses the application like a person: by the names of its controls. */
export class Visitor {
  constructor(
    readonly driver: WebDriver,
    private readonly url: string,
  ) {}

  open(path: string): Promise<void> {
    return this.driver.get(this.url + path);
  }

  async path(): Promise<string> {
    return new URL(await this.driver.getCurrentUrl()).pathname;
  }

  /** Waits until the path matches. */
  async at(path: RegExp): Promise<string> {
    await this.driver.wait(async () => path.test(await this.path()), WITHIN_MS, `at ${path}`);
    return this.path();
  }

  /** Waits until the page says this. */
  async reads(text: string): Promise<void> {
    await this.driver.wait(async () => (await this.text()).includes(text), WITHIN_MS, `reads ${text}`);
  }

  /** The text on the screen. */
  text(): Promise<string> {
    return this.driver.executeScript("return document.body.innerText");
  }

  /** Waits for a control with this name, and presses the last one that is visible and enabled. */
  async press(name: string, within = ""): Promise<void> {
    const named = `[normalize-space(.)=${quoted(name)} or @aria-label=${quoted(name)}]`;
    const controls = ["a", "button", "summary", "label"]
      .map((tag) => `${within}//${tag}${named}`)
      .join(" | ");
    await this.driver.wait(
      async () => {
        for (const control of (await this.driver.findElements(By.xpath(controls))).reverse()) {
          if (!(await this.isReady(control))) continue;
          await this.driver.executeScript("arguments[0].scrollIntoView({ block: 'center' })", control);
          await control.click();
          return true;
        }
        return false;
      },
      WITHIN_MS,
      `press ${name}`,
    );
  }

  /** Types into the field with this label, in place of what it contains. */
  async fill(label: string, text: string): Promise<void> {
    const field = await this.driver.wait<WebElement | null>(
      () =>
        this.driver.executeScript(
          (name: string) =>
            [...document.querySelectorAll("input, textarea")].find(
              (one) =>
                one.checkVisibility() &&
                [
                  one.ariaLabel,
                  ...[...((one as HTMLInputElement).labels ?? [])].map((node) => node.textContent),
                ]
                  .map((words) => words?.trim())
                  .some((words) => words?.startsWith(name)),
            ) ?? null,
          label,
        ),
      WITHIN_MS,
      `field ${label}`,
    );
    await field!.sendKeys(Key.chord(Key.CONTROL, "a"));
    await field!.sendKeys(text);
  }

  private isReady(control: WebElement): Promise<boolean> {
    return this.driver.executeScript(
      "return arguments[0].checkVisibility() && !arguments[0].disabled",
      control,
    );
  }
}
