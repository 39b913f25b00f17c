import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { Builder, By, error, until, type WebDriver, type WebElement } from 'selenium-webdriver'
import { freePort } from '../e2e/support/server.ts'

const DRIVER = process.env.WEBKIT_DRIVER ?? 'WebKitWebDriver'
const BROWSER = process.env.WEBKIT ?? '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser'
/** Most time for a thing to appear, ms. */
const PATIENCE = 20_000

/** What the driver says of an element that is not there any more, or not yet. */
const GONE = [error.StaleElementReferenceError, error.NoSuchElementError]

/** A window of WebKit: finds things by what a visitor reads. */
export class Window {
  readonly #driver: WebDriver
  readonly #process: ChildProcess

  private constructor(driver: WebDriver, process: ChildProcess) {
    this.#driver = driver
    this.#process = process
  }

  static async open(): Promise<Window> {
    const port = await freePort()
    const process = spawn(DRIVER, [`--port=${port}`], { stdio: 'ignore' })
    const builder = new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary: BROWSER, args: ['--automation'] },
    })
    for (let left = 20; ; left--) {
      try {
        return new Window(await builder.build(), process)
      } catch (error) {
        // The driver listens a moment after it was started.
        if (left === 0) throw error
        await wait(250)
      }
    }
  }

  async close(): Promise<void> {
    await this.#driver.quit()
    this.#process.kill()
  }

  go(url: string): Promise<void> {
    return this.#driver.get(url)
  }

  back(): Promise<void> {
    return this.#driver.navigate().back()
  }

  reload(): Promise<void> {
    return this.#driver.navigate().refresh()
  }

  async path(): Promise<string> {
    return new URL(await this.#driver.getCurrentUrl()).pathname
  }

  /** Waits for an address. */
  async at(path: RegExp): Promise<void> {
    await this.#driver.wait(async () => path.test(await this.path()), PATIENCE, `the address is not ${path}`)
  }

  /** Waits for the first thing that is shown. */
  async find(css: string): Promise<WebElement> {
    const found = await this.#driver.wait(until.elementLocated(By.css(css)), PATIENCE, `no ${css}`)
    return this.#driver.wait(until.elementIsVisible(found), PATIENCE, `${css} is not shown`)
  }

  /** Waits for a text anywhere on the page. */
  async reads(text: string): Promise<void> {
    // The driver's own text leaves out what cannot be selected.
    const body = () => this.run<string>('return document.body.innerText')
    await this.#driver.wait(async () => (await body()).includes(text), PATIENCE, `the page does not say ${text}`)
  }

  /** Presses the button or link of this name, of several the first that is shown in `within`. */
  async press(name: string, within = '/'): Promise<void> {
    const named = `normalize-space()="${name}" or @aria-label="${name}"`
    const paths = ['button', 'a', '*[@role="tab"]'].map((tag) => `${within}/${tag}[${named}]`)
    await this.#patiently(`no ${name}`, async () => {
      for (const found of await this.#driver.findElements(By.xpath(paths.join(' | ')))) {
        if (!(await found.isDisplayed())) continue
        await this.run('arguments[0].scrollIntoView({ block: "center" })', found)
        await found.click()
        return true
      }
      return false
    })
  }

  /** Types into the field of a label. */
  async type(label: string, text: string): Promise<void> {
    const path = `//*[@id=(//label[normalize-space()="${label}"]/@for)] | //input[@aria-label="${label}"]`
    await this.#patiently(`no field ${label}`, async () => {
      const field = await this.#driver.findElement(By.xpath(path))
      await field.clear()
      await field.sendKeys(text)
      return (await this.run('return arguments[0].value', field)) === text
    })
  }

  /** Tries until it is done: what was found may have been drawn anew before it is used. */
  async #patiently(what: string, attempt: () => Promise<boolean>): Promise<void> {
    const attempted = () =>
      attempt().catch((failure: unknown) => {
        if (GONE.some((kind) => failure instanceof kind)) return false
        throw failure
      })
    await this.#driver.wait(attempted, PATIENCE, what)
  }

  run<T>(script: string, ...values: unknown[]): Promise<T> {
    return this.#driver.executeScript(script, ...values)
  }

  /** Waits until a script gives something. */
  async until<T>(script: string, what: string): Promise<T> {
    return (await this.#driver.wait(() => this.run<T>(script), PATIENCE, what)) as T
  }
}
