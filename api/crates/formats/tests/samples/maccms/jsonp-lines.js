
  cb(
{"code":1,"msg":"数据列表","page":1,"pagecount":1,"list":[{"vod_id":87,"vod_name":"MZU-087 河","vod_pic":"https://img.example/87.jpg","vod_year":"2026","vod_actor":"林晓月,江白","type_name":"剧情"}]}
)
;
