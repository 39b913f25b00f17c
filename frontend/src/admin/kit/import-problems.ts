/** Why an import failed, by the word of the API. */
export const IMPORT_PROBLEMS: Readonly<Record<string, string>> = {
  interrupted: '服务重新启动过',
  damaged: '文件损坏，后面的内容读不出来，请重新上传',
  missing: '文件不见了，请重新上传',
  format: '认不出文件的格式，或缺少频道和必需的列，请重新上传并在预览里指定',
  storage: '服务器磁盘写不进去',
  database: '数据库出错',
}
